import { pacDates } from './pac-dates.ts'

/** The facts that the host knows before it runs a PAC file. */
interface PacFacts {
  /** IPv4 addresses by name; null: the name has none. */
  readonly addresses: Readonly<Record<string, string | null>>
  readonly myAddress: string
  readonly nowMs: number
  readonly offsetMinutes: number
}

/** The names that the file looked up without a known address. */
const wanted = new Set<string>()

const ipv4 = /^(?:\d{1,3}\.){3}\d{1,3}$/

function installPacFunctions(json: string): void {
  const facts: PacFacts = JSON.parse(json)
  const dnsResolve = (host: unknown): string | null => {
    const name = String(host).toLowerCase()
    if (ipv4.test(name)) return name
    if (!Object.hasOwn(facts.addresses, name)) wanted.add(name)
    return facts.addresses[name] ?? null
  }
  const convertAddress = (address: unknown): number =>
    String(address)
      .split('.')
      .reduce((sum, part) => (sum * 256 + Number(part)) >>> 0, 0)
  Object.assign(globalThis, {
    ...pacDates(facts),
    isPlainHostName: (host: unknown) => !String(host).includes('.'),
    dnsDomainIs: (host: unknown, domain: unknown) => String(host).endsWith(String(domain)),
    localHostOrDomainIs: (host: unknown, full: unknown) =>
      host === full || (!String(host).includes('.') && String(full).startsWith(`${host}.`)),
    dnsDomainLevels: (host: unknown) => String(host).split('.').length - 1,
    dnsResolve,
    isResolvable: (host: unknown) => dnsResolve(host) !== null,
    isInNet(host: unknown, network: unknown, mask: unknown): boolean {
      const address = dnsResolve(host)
      if (address === null) return false
      const bits = convertAddress(mask)
      return (convertAddress(address) & bits) === (convertAddress(network) & bits)
    },
    convert_addr: convertAddress,
    myIpAddress: () => facts.myAddress,
    shExpMatch(text: unknown, pattern: unknown): boolean {
      const expression = String(pattern)
        .replace(/[.+^${}()|[\]\\]/g, '\\$&')
        .replaceAll('*', '.*')
        .replaceAll('?', '.')
      return new RegExp(`^${expression}$`, 's').test(String(text))
    },
    alert: () => undefined,
  })
}

/** Runs the file that was evaluated before; returns its result and the wanted names as JSON. */
function askPacFile(url: string, host: string): string {
  const find: unknown = Reflect.get(globalThis, 'FindProxyForURL')
  if (typeof find !== 'function') return JSON.stringify({ fault: 'it has no FindProxyForURL' })
  const answer: unknown = find(url, host)
  return JSON.stringify({ answer: typeof answer === 'string' ? answer : '', wanted: [...wanted] })
}

Object.assign(globalThis, { installPacFunctions, askPacFile })
