import { execFileSync } from 'node:child_process'

/** Where npm gets packages on this machine, and what it has of them; an empty home has no such settings. */
export function npmSettings(): Readonly<Record<string, string>> {
  const config = (name: string) => execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim()
  const named = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'NODE_EXTRA_CA_CERTS'].flatMap(name =>
    [name, name.toLowerCase()].map(one => [one, process.env[one] ?? '']),
  )
  return {
    ...Object.fromEntries(named.filter(([, value]) => value !== '')),
    npm_config_registry: config('registry'),
    npm_config_cache: config('cache'),
    npm_config_update_notifier: 'false',
  }
}
