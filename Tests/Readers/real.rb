# Says what URI::RFC3986_Parser of Ruby makes of URLs; lines as in real.py.
require "uri"

PARSER = URI::RFC3986_Parser.new

def hex(text)
  text.to_s.unpack1("H*")
end

def reading(text)
  scheme, _, host, port, _, path, opaque, query = PARSER.split(text)
  path, query = opaque.split("?", 2) if opaque
  [hex(scheme&.downcase), hex(host), port.to_s.empty? ? "-" : port.to_i, hex(path), query ? hex(query) : "-"].join(",")
rescue URI::InvalidURIError
  "refused"
end

if ARGV.include?("--version")
  puts "Ruby #{RUBY_VERSION} with uri #{URI::VERSION}"
else
  $stdin.each_line(chomp: true) { |line| puts reading([line].pack("H*").force_encoding("UTF-8")) }
end
