import { expect, test } from 'vitest'
import { type SecretOwner, sendWithScripts } from './script-fixture.testkit.ts'

export const secrets = {
  client_secret: { value: 's3cr/t ü', allowed: false },
  open_secret: { value: 'o1', allowed: true },
}
export const network = { 'http://auth.test/': { body: '{}' } }
export const refusal = 'Secret variable "client_secret" is withheld from scripts'

/** Every call that asks for the secret that is withheld. */
export const withheldCalls: readonly string[] = [
  'tool.environment.get("client_secret")',
  'tool.variables.get("client_secret")',
  'tool.environment.set("client_secret", "x")',
  'tool.variables.set("client_secret", "x")',
  'tool.environment.unset("client_secret")',
  'pm.environment.get("client_secret")',
  'pm.globals.get("client_secret")',
  'pm.collectionVariables.get("client_secret")',
  'pm.variables.replaceIn("a{{client_secret}}")',
  'pm.variables.replaceIn("{{ client_secret }}")',
  'pm.variables.replaceIn("{{nested}}")',
  'insomnia.environment.get("client_secret")',
  'bru.getVar("client_secret")',
  'bru.getEnvVar("client_secret")',
  'bru.setVar("client_secret", "x")',
  'bru.interpolate("{{client_secret}}")',
  'pw.env.get("client_secret")',
  'pw.env.set("client_secret", "x")',
  'pw.env.resolve("<<client_secret>>")',
  'pw.env.getResolve("nested")',
  'postman.getEnvironmentVariable("client_secret")',
  'pm.sendRequest("http://auth.test/?{{client_secret}}", () => {})',
  'pm.sendRequest({ url: "http://auth.test/", header: { A: "{{client_secret}}" } }, () => {})',
  'pm.sendRequest({ url: "http://auth.test/", body: { a: "{{client_secret}}" } }, () => {})',
  'pm.sendRequest({ url: "http://auth.test/", body: { mode: "raw", raw: "{{client_secret}}" } }, () => {})',
  'await bru.sendRequest({ url: "http://auth.test/", data: "{{client_secret}}" })',
]

/** Tests that these calls stop the script if the secret belongs to an owner. */
export function testWithheld(secretOwner: SecretOwner, scripts: readonly string[]): void {
  test.each(scripts)('%s', async script => {
    const { error, sent, calls } = await sendWithScripts({
      ...{ pre: script, secrets, secretOwner, network },
      variables: { global: { nested: '{{client_secret}}' } },
    })
    expect(error).toContain(refusal)
    expect(sent).toBeNull()
    expect(calls).toEqual([])
  })
}
