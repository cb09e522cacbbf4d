import { describe, expect, test } from 'vitest'
import { noGateFacts, testHostNames, testSettings } from '../../engine-fixture.testkit.ts'
import type { OutboundMessage } from '../message/outbound-message.ts'
import { parseTarget } from '../message/parse-target.ts'
import type { MessageSecret } from './message-secrets.ts'
import { PassedMessage } from './passed-message.ts'
import type { SecretTransfer } from './secret-hosts.ts'

const { signal } = new AbortController()
const secret: MessageSecret = {
  name: 'key',
  text: 'canary-8c1f',
  isWithheld: true,
  source: { kind: 'variable', scope: 'global', environmentName: '', containerNames: [] },
}

/** A message whose content has the secret. */
function messageTo(url: string, fields: Partial<OutboundMessage> = {}): OutboundMessage {
  const parsed = parseTarget(url, testHostNames)
  if (!parsed.ok) throw new Error(url)
  return {
    stage: 'outbound',
    method: 'POST',
    target: parsed.value.target,
    headers: [],
    content: [{ kind: 'bytes', bytes: new TextEncoder().encode(secret.text) }],
    settings: testSettings,
    notices: [],
    credentials: [],
    answerResponse: null,
    gateFacts: { ...noGateFacts, secrets: [secret], inContent: [secret] },
    ...fields,
  }
}

/** Sends to the addresses one after another, as redirects lead there, and notes what the user is asked. */
async function passedThrough(mayReceive: boolean, ...urls: readonly string[]) {
  const asked: Pick<SecretTransfer, 'origin' | 'chosenBy'>[] = []
  const secretHosts = {
    async mayReceive({ origin, chosenBy }: SecretTransfer) {
      asked.push({ origin, chosenBy })
      return mayReceive
    },
  }
  const [first = '', ...others] = urls
  let passed = await PassedMessage.pass(messageTo(first), { secretHosts }, signal)
  for (const url of others) if (passed.ok) passed = await passed.value.passOn(messageTo(url), signal)
  return { asked, passed }
}

const redirected = (origin: string) => ({ origin, chosenBy: 'redirect' })

describe('a secret in the content of a redirected message', () => {
  test('goes to each other origin after one question, and back to an earlier one without', async () => {
    const { asked, passed } = await passedThrough(
      true,
      'http://a.test/',
      'http://b.test/',
      'http://b.test/again',
      'http://a.test/',
      'http://b.test/',
      'http://c.test/',
    )
    expect(passed.ok).toBe(true)
    expect(asked).toEqual([redirected('http://b.test'), redirected('http://c.test')])
  })

  test.each(['https://a.test/', 'http://a.test:81/', 'http://www.a.test/'])(
    'is not sent to %s after a refusal (SE13)',
    async url => {
      const { asked, passed } = await passedThrough(false, 'http://a.test/', url)
      expect(asked).toHaveLength(1)
      expect(passed).toMatchObject({ ok: false, failure: { code: 'SECRET_REDIRECT_NOT_ALLOWED' } })
    },
  )
})

describe('a secret in a later message of a connection', () => {
  const later = async (...urls: readonly string[]) => {
    const { asked, passed } = await passedThrough(true, ...urls)
    if (!passed.ok) throw new Error(passed.failure.code)
    await passed.value.passLater([secret], signal)
    return asked.slice(urls.length - 1)
  }

  test('goes to the user’s own origin without a question', async () => {
    expect(await later('http://a.test/')).toEqual([])
  })

  test('goes to the origin of a redirect only after a question (SE13)', async () => {
    expect(await later('http://a.test/', 'http://b.test/')).toEqual([redirected('http://b.test')])
  })
})

test('a redirect to another origin drops a header whose name or value is a secret (SE13)', async () => {
  const headers = [
    { name: `X-${secret.text}`, value: '1' },
    { name: 'X-Value', value: `<${secret.text}>` },
    { name: 'X-Plain', value: '1' },
  ]
  const fields = { headers, content: [] }
  const secretHosts = { mayReceive: async () => false }
  const first = await PassedMessage.pass(messageTo('http://a.test/', fields), { secretHosts }, signal)
  if (!first.ok) throw new Error(first.failure.code)
  const next = await first.value.passOn(messageTo('http://b.test/', fields), signal)
  if (!next.ok) throw new Error(next.failure.code)
  expect(next.value.message.headers.map(({ name }) => name)).toEqual(['X-Plain'])
})
