import { authorizationFailures } from './failures/authorization-failures.ts'
import { connectionFailures, describeUnknownName } from './failures/connection-failures.ts'
import type { Describe, DescribedCodes, FailureDescription } from './failures/described-codes.ts'
import { grpcFailures } from './failures/grpc-failures.ts'
import { liveFailures } from './failures/live-failures.ts'
import { proxyFailures } from './failures/proxy-failures.ts'
import { requestFailures } from './failures/request-failures.ts'
import { responseFailures } from './failures/response-failures.ts'
import type { SendFailure } from './send-failure.ts'

export type { FailureDescription }

/**
 * Describes a failed send for the page and the command line, so that both use the same sentences. The command
 * line rewords next steps that refer to the page. Sentences name the host, the step or the part at fault; the
 * code is shown next to them.
 */
export function describeSendFailure(failure: SendFailure): FailureDescription {
  const address = failure.address === '' ? (unnamed[failure.kind] ?? 'the server') : failure.address
  // Codes also come from the system; one such as "constructor" must not match an inherited property.
  const describe = Object.hasOwn(byCode, failure.code) ? byCode[failure.code] : undefined
  const { sentence, nextStep } = (describe ?? byKind[failure.kind])({ ...failure, address })
  return { sentence: sentence.replace(/^the server/, 'The server'), nextStep }
}

/** Used in a sentence if the address is not known yet. */
const unnamed: Partial<Readonly<Record<SendFailure['kind'], string>>> = {
  dns: 'of the server',
  proxy: 'of the settings',
}

const byCode: DescribedCodes = {
  ...connectionFailures,
  ...responseFailures,
  ...requestFailures,
  ...proxyFailures,
  ...liveFailures,
  ...grpcFailures,
  ...authorizationFailures,
}

/** The codes of Parley and of Node that have a description of their own. */
export const describedFailureCodes: readonly string[] = Object.keys(byCode)

const byKind: Readonly<Record<SendFailure['kind'], Describe>> = {
  dns: describeUnknownName,
  connect: ({ address }) => ({
    sentence: `No connection to ${address} could be made.`,
    nextStep: 'Check the host and port, and that this computer is on the right network.',
  }),
  tls: ({ address, step }) =>
    step === 'tls'
      ? {
          sentence: `The secure connection to ${address} failed.`,
          nextStep: 'Check the certificate of the server, and that the port speaks TLS.',
        }
      : {
          sentence: `The secure connection to ${address} broke.`,
          nextStep: 'Retry; if it happens again, check the server, or a proxy in front of it.',
        },
  timeout: ({ address }) => ({
    sentence: `${address} did not respond in time.`,
    nextStep: 'Retry, or raise the timeout.',
  }),
  proxy: ({ address }) => ({
    sentence: `The proxy ${address} could not be used.`,
    nextStep: 'Check the proxy settings.',
  }),
  protocol: ({ address }) => ({
    sentence: `The response of ${address} is not valid HTTP.`,
    nextStep: 'Check that the port speaks HTTP, and whether it expects https instead of http.',
  }),
  cancelled: () => ({
    sentence: 'The request was cancelled.',
    nextStep: 'Send it again when you are ready.',
  }),
  skipped: () => ({
    sentence: 'Skipped by its script.',
    nextStep: 'Nothing was sent, because a Pre Request script called pm.execution.skipRequest().',
  }),
  script: () => ({
    sentence: 'The Pre Request script failed. Nothing was sent.',
    nextStep: 'Correct the script.',
  }),
  template: ({ subject }) => ({
    sentence: `${subject === '' ? 'A variable' : `The variable ${subject}`} could not be filled in. Nothing was sent.`,
    nextStep: 'Check its value.',
  }),
  invalidRequest: ({ subject }) => ({
    sentence: `The request cannot be sent as it is${subject === '' ? '' : `: ${subject}`}.`,
    nextStep: 'Correct it and send again.',
  }),
  refused: ({ address }) => ({
    sentence: `Parley does not send to ${address}. Nothing was sent.`,
    nextStep: 'Send to another address.',
  }),
  authorization: ({ subject }) => ({
    sentence: `The request could not be authorized${subject === '' ? '' : `: ${subject}`}. Nothing was sent.`,
    nextStep: 'Check the fields on the Authorization tab.',
  }),
  file: ({ subject }) => ({
    sentence: `${subject === '' ? 'A file' : `The file ${subject}`} could not be read. Nothing was sent.`,
    nextStep: 'Select the file again.',
  }),
}
