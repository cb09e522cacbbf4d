import type { DescribedCodes } from './described-codes.ts'
import { duration } from './failure-words.ts'

/** Failures of proxies. */
export const proxyFailures: DescribedCodes = {
  PROXY_UNREACHABLE: ({ subject }) => ({
    sentence: `Nothing is listening at the proxy ${subject}. Nothing was sent.`,
    nextStep: 'Check host and port in Settings → Proxy, and that the proxy is running.',
  }),
  PROXY_AUTHENTICATION_REQUIRED: ({ subject }) => ({
    sentence: `The proxy ${subject} asks for a username and password.`,
    nextStep: 'Enter them in Settings → Proxy; the password is kept for this session only.',
  }),
  PROXY_CREDENTIALS_REJECTED: ({ subject }) => ({
    sentence: `The proxy ${subject} rejected this username and password.`,
    nextStep: 'Correct them in Settings → Proxy; the password is kept for this session only.',
  }),
  PROXY_SIGN_IN_NOT_SUPPORTED: ({ subject }) => ({
    sentence: `The proxy ${subject}, which Parley does not support.`,
    nextStep: 'Ask its operator for Basic or Digest, or send through a local proxy that signs in to it.',
  }),
  PROXY_REFUSED: ({ subject, address }) => ({
    sentence: `The proxy ${subject} does not let requests through to ${address}.`,
    nextStep: 'Ask the operator of the proxy, or add the host to Bypass in Settings → Proxy.',
  }),
  PROXY_CANNOT_REACH: ({ subject, address }) => ({
    sentence: `The proxy could not reach ${address}: ${subject}.`,
    nextStep: 'Check the host and port in the URL as seen from the proxy.',
  }),
  PROXY_TIMEOUT: ({ subject, elapsedMs }) => ({
    sentence: `The proxy ${subject} did not respond within ${duration(elapsedMs)}.`,
    nextStep: 'Check Proxy Type, host and port in Settings → Proxy, and that the proxy is running.',
  }),
  PROXY_CLOSED: ({ subject }) => ({
    sentence: `The proxy ${subject} closed the connection without answering.`,
    nextStep: 'Check Proxy Type and port in Settings → Proxy.',
  }),
  PROXY_NOT_HTTP: ({ subject }) => ({
    sentence: `The server at ${subject} is not an HTTP proxy.`,
    nextStep: 'Check Proxy Type and port in Settings → Proxy.',
  }),
  PROXY_NOT_SOCKS: ({ subject }) => ({
    sentence: `The server at ${subject} is not a SOCKS proxy of this version.`,
    nextStep: 'Check Proxy Type and port in Settings → Proxy.',
  }),
  PROXY_TLS_FAILED: ({ subject }) => ({
    sentence: `TLS with the proxy ${subject} failed.`,
    nextStep: 'Check its certificate, or choose the Proxy Type HTTP in Settings → Proxy.',
  }),
  PROXY_NOT_CONFIGURED: () => ({
    sentence: 'The proxy has no host or port. Nothing was sent.',
    nextStep: 'Enter them in Settings → Proxy, or turn off Enable Proxy.',
  }),
  PAC_FAILED: ({ subject }) => ({
    sentence: `The system's PAC file could not name a proxy: ${subject}.`,
    nextStep: 'Check the address of the file in the settings of the system. Nothing was sent directly.',
  }),
  PROXY_NOT_DETECTED: () => ({
    sentence:
      'The system is set to detect the proxy (WPAD), which Parley does not support. Nothing was sent.',
    nextStep:
      'Name the proxy or its PAC file in the settings of the system, or choose another Proxy Type in Settings → Proxy.',
  }),
  PROXY_ADDRESS_INVALID: ({ subject }) => ({
    sentence: `“${subject}” is not the address of a proxy. Nothing was sent.`,
    nextStep: 'Correct the proxy settings of the system, or choose another Proxy Type in Settings → Proxy.',
  }),
}
