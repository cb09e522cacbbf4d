import fc from 'fast-check'
import { expect, test } from 'vitest'
import { idleJournal, type JournalEvent, type JournalState, nextJournal } from './journal-state.ts'

/** The states that a list of events leads to, with what each has to be done for. */
function pass(state: JournalState, ...events: readonly JournalEvent[]) {
  return events.reduce((step, event) => nextJournal(step.state, event), {
    state,
    effect: null,
  } as ReturnType<typeof nextJournal>)
}

const changed: JournalEvent = { type: 'changed', at: 1 }
const saved: JournalEvent = { type: 'saved', at: 1 }
const hidden: JournalEvent = { type: 'hidden' }
const timerEnded: JournalEvent = { type: 'timerEnded' }
const written = (write: number): JournalEvent => ({ type: 'written', write, outcome: 'saved', at: 2 })
const failed = (write: number): JournalEvent => ({ type: 'written', write, outcome: 'failed', at: 2 })

test.each([
  { events: [], name: 'idle', effect: null },
  { events: [hidden], name: 'idle', effect: null },
  { events: [changed], name: 'delayed', effect: 'wait for changes' },
  { events: [changed, changed], name: 'delayed', effect: null },
  { events: [changed, timerEnded], name: 'writing', effect: 'write' },
  { events: [changed, saved], name: 'writing', effect: 'write' },
  { events: [changed, hidden], name: 'writing', effect: 'write' },
  { events: [changed, timerEnded, written(1)], name: 'idle', effect: null },
  { events: [changed, timerEnded, changed, written(1)], name: 'delayed', effect: 'wait for changes' },
  { events: [changed, timerEnded, saved, written(1)], name: 'writing', effect: 'write' },
  { events: [changed, timerEnded, failed(1)], name: 'retrying', effect: 'wait to retry' },
  { events: [changed, timerEnded, failed(1), changed], name: 'retrying', effect: null },
  { events: [changed, timerEnded, failed(1), timerEnded], name: 'unconfirmed', effect: 'write' },
  { events: [changed, timerEnded, failed(1), hidden], name: 'retrying', effect: 'write' },
  { events: [changed, timerEnded, failed(1), hidden, written(2)], name: 'delayed', effect: null },
  { events: [changed, timerEnded, changed, hidden], name: 'unconfirmed', effect: 'write' },
  { events: [saved, changed, hidden, failed(2), written(1)], name: 'delayed', effect: 'wait for changes' },
  { events: [saved, changed, hidden, written(1), failed(2)], name: 'retrying', effect: 'wait to retry' },
] satisfies readonly {
  events: readonly JournalEvent[]
  name: JournalState['name']
  effect: string | null
}[])('a journal is $name after $events.length events ($#)', ({ events, name, effect }) => {
  const step = pass(idleJournal, ...events)
  expect([step.state.name, step.effect]).toEqual([name, effect])
})

/** What happens around a journal: the user, the timer, and the end of the oldest or the newest write on its way. */
const happenings = fc.array(
  fc.constantFrom(
    'change',
    'save',
    'hide',
    'timer',
    'oldest saved',
    'oldest failed',
    'newest saved',
    'newest failed',
  ),
  { maxLength: 60 },
)

/** A journal with a timer, writes on their way, and a server that has the work of the last write that it saved. */
function createWorld() {
  let state = idleJournal
  let work = 0
  let hasTimer = false
  let stored = { write: 0, work: 0 }
  const underway: { readonly write: number; readonly work: number }[] = []
  const take = (event: JournalEvent) => {
    const step = nextJournal(state, event)
    state = step.state
    if (step.effect === 'write') underway.push({ write: state.lastWrite, work })
    if (step.effect?.startsWith('wait') === true) hasTimer = true
    else if (state.name !== 'delayed' && state.name !== 'retrying') hasTimer = false
  }
  const end = (index: number, isSaved: boolean) => {
    const [ended] = underway.splice(index, 1)
    if (ended === undefined) return
    if (isSaved && ended.write > stored.write) stored = ended
    take({ type: 'written', write: ended.write, outcome: isSaved ? 'saved' : 'failed', at: 0 })
  }
  const edit = (type: 'changed' | 'saved') => {
    work += 1
    take({ type, at: 0 })
  }
  const happens = {
    change: () => edit('changed'),
    save: () => edit('saved'),
    hide: () => take({ type: 'hidden' }),
    timer: () => hasTimer && take({ type: 'timerEnded' }),
    'oldest saved': () => end(0, true),
    'oldest failed': () => end(0, false),
    'newest saved': () => end(underway.length - 1, true),
    'newest failed': () => end(underway.length - 1, false),
  }
  return {
    happens,
    name: () => state.name,
    hasTimer: () => hasTimer,
    isStored: () => stored.work === work,
    isUnderway: () => underway.length > 0,
  }
}

/** Asserts without the cost of `expect`, which is called hundreds of thousands of times here. */
function check(isTrue: boolean): void {
  if (!isTrue) throw new Error('Unsaved work is neither stored nor on its way')
}

test('unsaved work is never dropped, in whatever order things happen', () => {
  fc.assert(
    fc.property(happenings, list => {
      const world = createWorld()
      for (const one of list) {
        world.happens[one]()
        // What is not stored is on its way or waits for a timer, and a state that waits for a timer has one.
        if (!world.isStored()) check(world.isUnderway() || world.hasTimer())
        if (world.name() === 'delayed' || world.name() === 'retrying') check(world.hasTimer())
        if (world.name() === 'idle' && !world.isUnderway()) check(world.isStored())
      }
      // Once the server saves what it gets, all is stored, and the journal rests.
      for (let step = 0; step < 200 && (world.isUnderway() || world.hasTimer()); step += 1) {
        world.happens['oldest saved']()
        world.happens.timer()
      }
      expect([world.isStored(), world.name()]).toEqual([true, 'idle'])
    }),
    { numRuns: 1000 },
  )
})
