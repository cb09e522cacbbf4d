// The floor of one send: node:http alone asks for a URL and prints the body.
import { get } from 'node:http'

get(process.argv[2], response => response.pipe(process.stdout))
