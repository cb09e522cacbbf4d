import type { AppSettings } from '@parley/model'

/** Says which settings of proxies, certificates and TLS a load test does not have, as sentences without their full stops. */
export function unusedNetwork({ proxy, certificates }: AppSettings): readonly string[] {
  const { clientCertificates, customCaFilePaths, disableSslVerification, maxTlsVersion, exceptions } =
    certificates
  return [
    ...(proxy.enabled ? ['the proxy of the settings is not used'] : []),
    ...clientCertificates
      .filter(({ enabled }) => enabled)
      .map(({ domain }) => `the client certificate for ${domain} is not sent`),
    ...(customCaFilePaths.length > 0 ? ['the CA certificates of the settings are not trusted'] : []),
    ...(disableSslVerification ? ['certificates of servers are verified, whatever the settings say'] : []),
    ...exceptions.map(target => `the certificate of ${target} is verified, although you trust it`),
    ...(maxTlsVersion === '1.3' ? [] : ['TLS 1.3 is offered, whatever the settings say']),
  ]
}
