import { type Auth, newAuth } from '@parley/model'
import type { CommandReport } from './command-report.ts'
import type { CurlArgument } from './read-arguments.ts'

/**
 * Returns the authorization that a command's options request; null if there is none. `host` is that of the
 * first URL, whose labels provide service and region if `--aws-sigv4` omits them.
 */
export function curlAuth(
  last: (name: string) => CurlArgument | undefined,
  host: string,
  report: CommandReport,
): Auth | null {
  const bearer = last('oauth2-bearer')
  if (bearer) return { type: 'bearer', token: bearer.value }
  const user = last('user')
  if (!user) return null
  const colon = user.value.indexOf(':')
  const username = colon < 0 ? user.value : user.value.slice(0, colon)
  const password = colon < 0 ? '' : user.value.slice(colon + 1)
  const signature = last('aws-sigv4')
  if (signature) return signatureAuth(signature, username, password, host, report)
  const isOn = (name: string) => last(name)?.isOff === false
  if (isOn('digest')) return { type: 'digest', username, password }
  if (isOn('ntlm')) {
    const [, domain = '', name = username] = /^([^\\/]*)[\\/]([\s\S]*)$/.exec(username) ?? []
    return { type: 'ntlm', username: name, password, domain }
  }
  for (const name of ['negotiate', 'anyauth']) {
    const argument = last(name)
    if (argument?.isOff === false) report.note('NO_PLACE', `--${name}`, argument.offset)
  }
  return { type: 'basic', username, password }
}

/** `provider1[:provider2[:region[:service]]]` (curl manual, --aws-sigv4). */
function signatureAuth(
  { value, valueOffset }: CurlArgument,
  accessKeyId: string,
  secretAccessKey: string,
  host: string,
  report: CommandReport,
): Auth {
  const [provider = '', , region, service] = value.split(':')
  if (provider !== 'aws' && provider !== 'amz') report.note('NO_PLACE', `--aws-sigv4 ${value}`, valueOffset)
  const [serviceLabel, regionLabel] = host.split('.')
  const empty = newAuth('signatureV4')
  return {
    ...empty,
    accessKeyId,
    secretAccessKey,
    region: region || regionLabel || empty.region,
    service: service || serviceLabel || empty.service,
  }
}
