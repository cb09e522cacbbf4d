/** An option of curl (its manual, 8.17). */
export interface CurlOption {
  /** The name without the two dashes. */
  readonly name: string
  readonly takesValue: boolean
  /**
   * `request`: affects the request and is read. `output`: affects what curl prints or stores. `noPlace`:
   * affects the exchange in a way that a request cannot express.
   */
  readonly effect: 'request' | 'output' | 'noPlace'
}

const requestValues =
  'aws-sigv4 cacert cert cookie data data-ascii data-binary data-raw data-urlencode form form-string header json key ' +
  'max-redirs max-time oauth2-bearer range referer request request-target upload-file url url-query user user-agent'
const requestFlags =
  'anyauth basic compressed digest form-escape get globoff head http1.0 http1.1 http2 http2-prior-knowledge ' +
  'location location-trusted negotiate next ntlm path-as-is'
const outputValues =
  'cookie-jar create-file-mode dump-header etag-save max-filesize output output-dir parallel-max rate retry retry-delay ' +
  'retry-max-time stderr trace trace-ascii trace-config write-out libcurl speed-limit speed-time limit-rate help'
const outputFlags =
  'create-dirs disable fail fail-early fail-with-body include junk-session-cookies list-only manual buffer ' +
  'clobber out-null parallel parallel-immediate progress-bar progress-meter remote-header-name remote-name remote-name-all ' +
  'remote-time remove-on-error retry-all-errors retry-connrefused show-error show-headers silent skip-existing ' +
  'styled-output suppress-connect-headers tcp-nodelay tcp-fastopen trace-ids trace-time use-ascii verbose version ' +
  'xattr keepalive sessionid metalink raw'
const otherValues =
  'abstract-unix-socket alt-svc capath cert-type ciphers config connect-timeout connect-to continue-at crlfile curves ' +
  'delegation dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers doh-url ech egd-file engine etag-compare ' +
  'expand-data expand-header expand-url expand-user expand-json expect100-timeout ftp-account ' +
  'ftp-alternative-to-user ftp-method ftp-port ftp-ssl-ccc-mode ' +
  'happy-eyeballs-timeout-ms haproxy-clientip hostpubmd5 hostpubsha256 hsts httpsig-algo httpsig-headers httpsig-key ' +
  'httpsig-keyid interface ip-tos ipfs-gateway keepalive-cnt keepalive-time key-type krb local-port login-options ' +
  'mail-auth mail-from mail-rcpt netrc-file noproxy pass pinnedpubkey preproxy proto proto-default proto-redir proxy ' +
  'proxy-cacert proxy-capath proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile proxy-header proxy-key ' +
  'proxy-key-type proxy-pass proxy-pinnedpubkey proxy-service-name proxy-tls13-ciphers proxy-tlsauthtype ' +
  'proxy-tlspassword proxy-tlsuser proxy-user proxy1.0 pubkey quote random-file resolve sasl-authzid service-name ' +
  'signature-algorithms socks4 socks4a socks5 socks5-gssapi-service socks5-hostname telnet-option tftp-blksize time-cond ' +
  'tls-max tls13-ciphers tlsauthtype tlspassword tlsuser unix-socket upload-flags variable vlan-priority'
const otherFlags =
  'alpn append ca-native cert-status compressed-ssh crlf disable-eprt disable-epsv disallow-username-in-url ' +
  'doh-cert-status doh-insecure eprt epsv false-start ftp-create-dirs ftp-pasv ftp-pret ftp-skip-pasv-ip ftp-ssl-ccc ' +
  'ftp-ssl-control haproxy-protocol http0.9 http3 http3-only ignore-content-length insecure ipv4 ipv6 ' +
  'mail-rcpt-allowfails mptcp netrc netrc-optional npn ntlm-wb post301 post302 post303 proxy-anyauth proxy-basic ' +
  'proxy-ca-native proxy-digest proxy-http2 proxy-insecure proxy-negotiate proxy-ntlm proxy-ssl-allow-beast ' +
  'proxy-ssl-auto-client-cert proxy-tlsv1 proxytunnel sasl-ir socks5-basic socks5-gssapi socks5-gssapi-nec ssl ' +
  'ssl-allow-beast ssl-auto-client-cert ssl-no-revoke ssl-reqd ssl-revoke-best-effort sslv2 sslv3 tftp-no-options ' +
  'tls-earlydata tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 tr-encoding'

function options(names: string, takesValue: boolean, effect: CurlOption['effect']): CurlOption[] {
  return names.split(' ').map(name => ({ name, takesValue, effect }))
}

const byName: ReadonlyMap<string, CurlOption> = new Map(
  [
    ...options(otherFlags, false, 'noPlace'),
    ...options(otherValues, true, 'noPlace'),
    ...options(outputFlags, false, 'output'),
    ...options(outputValues, true, 'output'),
    ...options(requestFlags, false, 'request'),
    ...options(requestValues, true, 'request'),
  ].map(option => [option.name, option]),
)

const shortNames: ReadonlyMap<string, string> = new Map(
  (
    '0:http1.0 1:tlsv1 2:sslv2 3:sslv3 4:ipv4 6:ipv6 a:append A:user-agent b:cookie B:use-ascii c:cookie-jar ' +
    'C:continue-at d:data D:dump-header e:referer E:cert f:fail F:form g:globoff G:get h:help H:header i:include ' +
    'I:head j:junk-session-cookies J:remote-header-name k:insecure K:config l:list-only L:location m:max-time M:manual ' +
    'n:netrc N:buffer o:output O:remote-name p:proxytunnel P:ftp-port q:disable Q:quote r:range R:remote-time ' +
    's:silent S:show-error t:telnet-option T:upload-file u:user U:proxy-user v:verbose V:version w:write-out ' +
    'x:proxy X:request y:speed-time Y:speed-limit z:time-cond Z:parallel #:progress-bar'
  )
    .split(' ')
    .map(pair => [pair.slice(0, 1), pair.slice(2)]),
)

/** Returns the option of a letter. */
export function shortOption(letter: string): CurlOption | null {
  if (letter === ':') return byName.get('next') ?? null
  return byName.get(shortNames.get(letter) ?? '') ?? null
}

/**
 * Returns the option of a long name, which may be shortened if it stays unique, or prefixed with `no-` for a
 * switch.
 */
export function longOption(name: string): { readonly option: CurlOption; readonly isOff: boolean } | null {
  const found = exactOrUnique(name)
  if (found !== null) return { option: found, isOff: false }
  const off = name.startsWith('no-') ? exactOrUnique(name.slice(3)) : null
  return off === null || off.takesValue ? null : { option: off, isOff: true }
}

function exactOrUnique(name: string): CurlOption | null {
  const exact = byName.get(name)
  if (exact !== undefined) return exact
  const candidates = [...byName.values()].filter(option => option.name.startsWith(name))
  const [only] = candidates
  return name.length >= 2 && candidates.length === 1 && only !== undefined ? only : null
}
