// Says what net/url of Go makes of URLs; lines as in real.py.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"net/url"
	"os"
	"runtime"
	"strings"
)

func read(line string) string {
	data, _ := hex.DecodeString(line)
	parsed, err := url.Parse(string(data))
	if err != nil {
		return "refused"
	}
	port, query, path := "-", "-", parsed.Path
	if parsed.Port() != "" {
		port = parsed.Port()
	}
	if parsed.RawQuery != "" {
		query = hex.EncodeToString([]byte(parsed.RawQuery))
	}
	if parsed.Opaque != "" {
		path = parsed.Opaque
	}
	part := func(text string) string { return hex.EncodeToString([]byte(text)) }
	return strings.Join([]string{part(parsed.Scheme), part(parsed.Hostname()), port, part(path), query}, ",")
}

func main() {
	if len(os.Args) > 2 {
		fmt.Println("Go", strings.TrimPrefix(runtime.Version(), "go"))
		return
	}
	input := bufio.NewScanner(os.Stdin)
	input.Buffer(make([]byte, 1<<20), 1<<24)
	output := bufio.NewWriter(os.Stdout)
	defer output.Flush()
	for input.Scan() {
		fmt.Fprintln(output, read(input.Text()))
	}
}
