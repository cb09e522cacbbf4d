import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as chai from 'chai'
import { beforeAll, expect, test } from 'vitest'
import { leanChaiText } from '../../../scripts/lean-chai.ts'

const chaiPath = createRequire(import.meta.url).resolve('chai')
const chaiText = readFileSync(chaiPath, 'utf8')
let lean: typeof chai

beforeAll(async () => {
  lean = await import(`data:text/javascript,${encodeURIComponent(leanChaiText(chaiText))}`)
  for (const one of [chai, lean]) one.config.useProxy = false
})

type Expect = typeof chai.expect

/** Assertions that hold and that fail, of each kind of word: connective, flag, property, method and chainable method. */
const assertions: readonly ((of: Expect) => unknown)[] = [
  of => of(7).to.equal(7),
  of => of(7, 'the id').to.equal(8),
  of => of(7).to.not.equal(7),
  of => of({ a: [1] }).to.deep.equal({ a: [1] }),
  of => of({ a: [1] }).to.deep.equal({ a: [2] }),
  of =>
    of({ a: { b: 1 } })
      .to.have.nested.property('a.b')
      .that.is.a('string'),
  of => of({ a: 1 }).to.have.property('a').which.is.above(0).and.below(1),
  of => of([1, 2]).to.be.an('array').that.includes(3),
  of => of([1, 2]).to.have.lengthOf(2).and.include.members([5]),
  of => of([1, 2]).to.have.length.above(2),
  of => of(null).to.be.ok,
  of => of(undefined).to.not.exist,
  of => of('text').to.be.a('string').and.match(/y/),
  of => of({ a: 1, b: 2 }).to.have.any.keys('c'),
  of => of({ a: 1, b: 2 }).to.include.all.keys('a', 'c'),
  of => of(() => {}).to.throw(TypeError),
  of => of({ a: 1 }).to.own.include({ a: 2 }),
  of => of([{ a: 1 }]).to.deep.include({ a: 1 }),
  of => of(1).to.be.oneOf([2, 3]),
  of => of(1).to.be.closeTo(2, 0.5),
]

/** Returns what an assertion throws or, if it holds, what its result carries on to the next word. */
function outcomeOf(assertion: (of: Expect) => unknown, of: Expect): unknown {
  try {
    const { object, negate, message, deep, contains } = Object(Reflect.get(Object(assertion(of)), '__flags'))
    return { object, negate, message, deep, contains }
  } catch (error) {
    const { message, expected, actual, showDiff } = Object(error)
    return { message, expected, actual, showDiff }
  }
}

test.each(assertions.map(one => [one.toString(), one] as const))('%s', (_text, assertion) => {
  expect(outcomeOf(assertion, lean.expect)).toEqual(outcomeOf(assertion, chai.expect))
})

test('a word changes no assertion before it', () => {
  for (const { expect: of } of [chai, lean]) {
    const before = of(7).to
    expect(() => before.be.not.equal(7)).toThrow('expected 7 to not equal 7')
    expect(() => before.equal(7)).not.toThrow()
  }
})

test('words and assertions of scripts are added as before', () => {
  for (const { util, expect: of, Assertion } of [chai, lean]) {
    util.addMethod(Assertion.prototype, 'seven', function (this: object) {
      expect(util.flag(this, 'object')).toBe(7)
    })
    util.addProperty(Assertion.prototype, 'counted', function (this: object) {
      util.flag(this, 'counted', true)
    })
    const after = Reflect.get(Reflect.get(of(7).to, 'counted'), 'seven').call(
      Reflect.get(of(7).to, 'counted'),
    )
    expect(util.flag(after, 'counted')).toBe(true)
  }
})

test('another text of chai is refused', () => {
  expect(() => leanChaiText(chaiText.replace('transferFlags(this, newAssertion);', ''))).toThrow(
    'chai has 6 times instead of 7',
  )
})
