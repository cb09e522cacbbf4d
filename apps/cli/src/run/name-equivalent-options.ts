import type { Command } from 'commander'

/** Parley's names for options of newman, `bru run` and `hopp test`. */
const ours: Readonly<Record<string, string>> = {
  '--environment': '--env',
  '--env-file': '--env FILE',
  '--globals': '--env-var name=value for each value',
  '-g': '--env-var name=value for each value',
  '--global-var': '--var name=value',
  '--iteration-count': '--iterations',
  '--csv-file-path': '--iteration-data',
  '--json-file-path': '--iteration-data',
  '--delay-request': '--delay',
  '--timeout-request': '--timeout',
  '--reporters': '--reporter, once for each',
  '--reporter-json-export': '--reporter json=FILE',
  '--reporter-junit-export': '--reporter junit=FILE',
  '--reporter-html-export': '--reporter html=FILE',
  '--reporter-json': '--reporter json=FILE',
  '--reporter-junit': '--reporter junit=FILE',
  '--reporter-html': '--reporter html=FILE',
  '--format': '--reporter NAME=FILE',
  '--ssl-client-cert': '--cert',
  '--ssl-client-key': '--key',
  '--ssl-client-passphrase': '--cert-passphrase',
  '--ssl-extra-ca-certs': '--cacert',
  '--ignore-redirects': '--no-follow',
  '--tags': '--only tag:NAME',
  '--exclude-tags': '--skip tag:NAME',
  '--tests-only': '--only',
  '--silent': '--quiet',
}

/** Makes a command name Parley's equivalent if an option of another client is given. */
export function nameEquivalentOptions(command: Command): void {
  command.configureOutput({
    outputError(text, write) {
      const typed = /^error: unknown option '([^'=]+)/.exec(text)?.[1] ?? ''
      const name = Object.hasOwn(ours, typed) ? ours[typed] : undefined
      write(name === undefined ? text : `error: unknown option '${typed}'\n(Here it is ${name}.)\n`)
    },
  })
}
