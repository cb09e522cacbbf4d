import { compileFiles, openRegistry, writeDescriptorSet } from '@parley/protobuf'
import { protoFieldPlaces, protoFieldTypes, protoOfField } from '@parley/testkit/proto-field-types'
import { expect, test } from 'vitest'
import { GrpcAnswers } from './grpc-answers.ts'
import type { GrpcCallName, GrpcCalls, GrpcRequest } from './grpc-calls.ts'

const method = 'shop.Books/Add'

/** Returns what the editor of messages asks, for a message with one field. */
async function editorOf(declaration: string) {
  const { files } = await compileFiles(['shop.proto'], {
    read: async path => ({ ok: true, value: path === 'shop.proto' ? protoOfField(declaration) : null }),
  })
  const opened = openRegistry(files)
  if (!opened.ok) throw new Error(opened.failure)
  const answers = new GrpcAnswers()
  answers.load('k', writeDescriptorSet(opened.value.registry))
  const ask = <Name extends GrpcCallName>(
    name: Name,
    question: GrpcCalls[Name]['question'],
  ): GrpcCalls[Name]['answer'] => {
    const reply = answers.reply({ version: 1, name, question } as GrpcRequest)
    if ('fault' in reply) throw new Error(reply.fault)
    return reply.answer as GrpcCalls[Name]['answer']
  }
  ask('setSchema', { key: 'k', format: 'descriptorSet', text: '' })
  return ask
}

const cases = Object.entries(protoFieldPlaces).flatMap(([place, { declare, json }]) =>
  protoFieldTypes.map(one => [one.type, place, declare(one.type), json, one] as const),
)

test.each(cases)('the editor knows a field of %s: %s', async (type, _place, declaration, json, field) => {
  const ask = await editorOf(declaration)
  const example = ask('exampleMessage', method) ?? ''
  expect(Object.keys(JSON.parse(example))).toEqual(['it'])
  expect(ask('diagnose', { method, text: example })).toEqual([])
  for (const [typed] of field.values) expect(ask('diagnose', { method, text: json(typed) })).toEqual([])
  for (const typed of field.refused) {
    const [problem] = ask('diagnose', { method, text: json(typed) })
    expect(problem, typed).toBeDefined()
  }
  const completion = ask('complete', { method, text: '{', position: 1 })
  expect(completion?.suggestions.map(({ label }) => label)).toContain('"it"')
  const hover = ask('describe', { method, text: '{"it": 1}', position: 3 })
  expect(JSON.stringify(hover)).toContain(type.split('.').at(-1))
})
