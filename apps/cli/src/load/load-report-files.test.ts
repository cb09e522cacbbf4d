import { readFileSync } from 'node:fs'
import { type EngineResult, loadReports, loadResultOf, readThreshold } from '@parley/codegen/load'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'

const schemaFile = new URL('../../../../docs/schemas/parley-load.schema.json', import.meta.url)
const schema = JSON.parse(readFileSync(schemaFile, 'utf8'))
const isValid = new Ajv2020({ strict: true, allErrors: true }).compile(schema)

const counts = (name: string, failures: number) => ({
  ...{ name, method: 'GET', count: 3, failures, totalMs: 33.5, minMs: 1, maxMs: 30.25 },
  histogram: [
    [1, 2],
    [30, 1],
  ] as const,
})

const shape = {
  users: 2,
  requestsPerSecond: null,
  rampSeconds: 0,
  seconds: 10,
  iterations: null,
  think: { from: 0, to: 0 },
}

const figures: EngineResult = {
  seconds: 9.5,
  requests: [counts('C / A', 0), counts('C / B', 2)],
  errors: [{ name: 'C / B', method: 'GET', error: 'Status 500', count: 2 }],
}

function reportOf(result: EngineResult, thresholds: readonly string[]): unknown {
  const read = thresholds.map(readThreshold).filter(one => one !== null)
  const facts = { name: 'C', engine: 'Locust', startedAt: 1_790_000_000_000, state: 'completed' } as const
  return JSON.parse(loadReports.json(loadResultOf(result, facts, { ...shape, thresholds: read })))
}

test('the JSON report of a load test is as its schema says, also of one that sent nothing', () => {
  const reports = [
    reportOf(figures, ['p95<300', 'errors<1%', 'avg<10', 'max<50']),
    reportOf({ seconds: 0, requests: [], errors: [] }, []),
  ]
  for (const report of reports) {
    isValid(report)
    expect(isValid.errors ?? []).toEqual([])
  }
  expect(isValid({ ...(reports[0] as object), more: 1 })).toBe(false)
})

test('the schema is strict: each property is required, and no other is allowed', () => {
  const objects: { properties: object; required?: string[]; additionalProperties?: boolean }[] = []
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    if ('properties' in value) objects.push(value as (typeof objects)[number])
    for (const one of Object.values(value)) visit(one)
  }
  visit(schema)
  expect(objects).toHaveLength(4)
  for (const one of objects)
    expect([one.additionalProperties, one.required]).toEqual([false, Object.keys(one.properties)])
})
