import { describedFailureCodes, describeSendFailure } from '@parley/model'
import { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { defineRunCommand } from '../run/define-run-command.ts'
import { defineSendCommand } from '../send/define-send-command.ts'
import { nextStepFor, nextStepInRun } from './next-step.ts'

/** Words of the page, where the command line has none of what they name. */
const wordsOfThePage = /Settings →|\btab\b|\bunticks?\b|\bicon\b|\bmenu\b|\bdialog\b|when you are asked/i

function stepAfter(code: string, nextStepOf: typeof nextStepFor): string {
  const failure = {
    kind: 'protocol',
    step: 'response',
    address: 'a.test:1',
    subject: 'S',
    elapsedMs: 1,
  } as const
  return nextStepOf(code, describeSendFailure({ ...failure, code }).nextStep)
}

function optionsOf(define: (program: Command) => void): ReadonlySet<string | undefined> {
  const program = new Command()
  define(program)
  return new Set(program.commands[0]?.options.map(one => one.long))
}

const ofSend = optionsOf(program => defineSendCommand(program, async () => {}))
const ofRun = optionsOf(program => defineRunCommand(program, async () => {}))

/** Where requests come from, with what names the next step and the commands that print it. */
const places = {
  options: { nextStepOf: nextStepFor, commands: [ofSend] },
  'a file': { nextStepOf: nextStepInRun, commands: [ofSend, ofRun] },
} as const

describe.each(Object.entries(places))('of a request in %s', (_, { nextStepOf, commands }) => {
  test.each(describedFailureCodes)('the next step after %s is one of the command line', code => {
    const nextStep = stepAfter(code, nextStepOf)
    expect(nextStep).not.toMatch(wordsOfThePage)
    const named = nextStep.match(/--[a-z]+[a-z0-9-]*/g) ?? []
    for (const options of commands) expect([...options]).toEqual(expect.arrayContaining(named))
  })
})

test.each(['constructor', '__proto__'])('%s has the common next step', code => {
  expect(nextStepFor(code, 'common')).toBe('common')
  expect(nextStepInRun(code, 'common')).toBe('common')
})
