import type { Command } from 'commander'
import { collect, onlyOnce } from './add-request-options.ts'

/** The options for reaching a server, the same for every command that sends. */
export interface NetworkOptions {
  readonly insecure?: boolean
  readonly tlsMax?: string
  readonly proxy?: string
  readonly bypass?: string
  readonly cacert?: readonly string[]
  readonly cert?: string
  readonly key?: string
  readonly certPassphrase?: string
  readonly certHost?: string
}

/** The names of {@link NetworkOptions}, to load what reads them only if one is given. */
export const networkOptionNames = Object.keys({
  insecure: true,
  tlsMax: true,
  proxy: true,
  bypass: true,
  cacert: true,
  cert: true,
  key: true,
  certPassphrase: true,
  certHost: true,
} satisfies Readonly<Record<keyof NetworkOptions, true>>)

export function addNetworkOptions(command: Command): void {
  command
    .optionsGroup('Network:')
    .addOption(
      onlyOnce(
        '-x, --proxy <url>',
        'send through a proxy: http://, https://, socks5:// or socks4://user:password@host:port, or system for the system proxy',
      ),
    )
    .addOption(
      onlyOnce(
        '--bypass <hosts>',
        'reach these hosts without the proxy, separated by commas; <local> for names without a dot and this computer; localhost,127.0.0.1 by default',
      ),
    )
    .option('-k, --insecure', 'do not check certificates')
    .addOption(
      onlyOnce(
        '--tls-max <version>',
        'offer no higher version of TLS, 1.2 or 1.3; 1.2 for servers that ask for --cert after the handshake',
      ),
    )
    .option('--cacert <file>', 'trust the authorities in a PEM file too; may be given several times', collect)
    .addOption(
      onlyOnce('--cert <file>', 'send this client certificate: PEM with --key, or PKCS #12 (.p12, .pfx)'),
    )
    .addOption(onlyOnce('--key <file>', 'the private key of --cert, PEM; by default the file of --cert'))
    .addOption(onlyOnce('--cert-passphrase <text>', 'the passphrase of the key; @file reads it from a file'))
    .addOption(onlyOnce('--cert-host <hosts>', 'send the certificate to these hosts only; * by default'))
}
