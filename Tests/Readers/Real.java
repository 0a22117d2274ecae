import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;

/** Says what java.net.URI or java.net.URL makes of URLs; lines as in real.py. */
public final class Real {
    private static String hex(String text) {
        return text == null ? "" : HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String line(String scheme, String host, int port, String path, String query) {
        return String.join(",", hex(scheme == null ? "" : scheme.toLowerCase(Locale.ROOT)), hex(host),
            port < 0 ? "-" : Integer.toString(port), hex(path), query == null ? "-" : hex(query));
    }

    private static String uri(String text) {
        try {
            URI uri = new URI(text);
            String path = uri.isOpaque() ? uri.getRawSchemeSpecificPart() : uri.getRawPath();
            return line(uri.getScheme(), uri.getHost(), uri.getPort(), path, uri.getRawQuery());
        } catch (Exception refused) {
            return "refused";
        }
    }

    @SuppressWarnings("deprecation")
    private static String url(String text) {
        try {
            URL url = new URL(text);
            return line(url.getProtocol(), url.getHost(), url.getPort(), url.getPath(), url.getQuery());
        } catch (Exception refused) {
            return "refused";
        }
    }

    public static void main(String[] arguments) throws Exception {
        String name = arguments[arguments.length - 1];
        if (arguments.length > 1) {
            System.out.println("OpenJDK " + System.getProperty("java.version"));
            return;
        }
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        PrintStream output = new PrintStream(new BufferedOutputStream(System.out, 1 << 16), false, "US-ASCII");
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String text = new String(HexFormat.of().parseHex(line), StandardCharsets.UTF_8);
            output.print((name.equals("javaURI") ? uri(text) : url(text)) + "\n");
        }
        output.flush();
    }
}
