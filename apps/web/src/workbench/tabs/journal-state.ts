/**
 * What the journal of tabs is doing. `idle`: everything is kept. `delayed`: a timer runs, after which changes are written.
 * `writing`: a write is on its way. `unconfirmed`: one is, and none before it since the last that failed was confirmed.
 * `retrying`: a timer runs, after which a write that was not confirmed is repeated.
 */
export interface JournalState {
  readonly name: 'idle' | 'delayed' | 'writing' | 'unconfirmed' | 'retrying'
  /** The time of the first change since the last write began; null: nothing has changed. */
  readonly changedAt: number | null
  /** Whether the next write must not wait for a timer, because the user saved something. */
  readonly isUrgent: boolean
  /** The write that `writing` and `unconfirmed` wait for. Writes are numbered, because two may be on their way at once. */
  readonly write: number
  readonly lastWrite: number
}

export const idleJournal: JournalState = {
  name: 'idle',
  changedAt: null,
  isUrgent: false,
  write: 0,
  lastWrite: 0,
}

/** Whether the server keeps what a write sent (`saved`, as its call is named); `waiting`: it cannot yet; `unknown`: it lacks what an edit follows. */
export type WriteOutcome = 'saved' | 'waiting' | 'failed' | 'unknown'

export type JournalEvent =
  | { readonly type: 'changed'; readonly at: number }
  /** Saved work would come back as unsaved if the window closed before the journal knew of the save. */
  | { readonly type: 'saved'; readonly at: number }
  /** The page may be closed without notice. */
  | { readonly type: 'hidden' }
  | { readonly type: 'timerEnded' }
  | { readonly type: 'written'; readonly write: number; readonly outcome: WriteOutcome; readonly at: number }

/** The state after an event, and what to do for it: begin the last write, or start a timer in place of the one that runs. */
export interface JournalStep {
  readonly state: JournalState
  readonly effect: 'write' | 'wait for changes' | 'wait to retry' | null
}

/** Returns what follows from an event. Unsaved work is never dropped: no change and no failed write leads to `idle`. */
export function nextJournal(state: JournalState, event: JournalEvent): JournalStep {
  switch (event.type) {
    case 'changed':
      return state.name === 'idle' ? waitForChanges(changed(state, event.at)) : stay(changed(state, event.at))
    case 'saved':
      if (isWriting(state)) return stay({ ...changed(state, event.at), isUrgent: true })
      return state.name === 'retrying' ? stay(changed(state, event.at)) : begin(state, 'writing')
    case 'hidden':
      return hidden(state)
    case 'timerEnded':
      if (state.name === 'delayed') return begin(state, 'writing')
      return state.name === 'retrying' ? begin(state, 'unconfirmed') : stay(state)
    case 'written':
      if (isWriting(state) && event.write === state.write) return written(state, event.outcome)
      return event.outcome === 'saved' ? writtenBeside(state) : failedBeside(changed(state, event.at))
  }
}

function isWriting({ name }: JournalState): boolean {
  return name === 'writing' || name === 'unconfirmed'
}

/** Writes beside a write that is on its way or waits to be repeated, because the page may be closed before that. */
function hidden(state: JournalState): JournalStep {
  const waits = state.name === 'delayed' || state.name === 'retrying'
  if (state.changedAt === null && !waits) return stay(state)
  if (state.name === 'idle' || state.name === 'delayed') return begin(state, 'writing')
  const name = state.name === 'retrying' ? 'retrying' : 'unconfirmed'
  const beside = { ...state, name, changedAt: null, lastWrite: state.lastWrite + 1 } as const
  return { state: beside, effect: 'write' }
}

function written(state: JournalState, outcome: WriteOutcome): JournalStep {
  if (outcome !== 'saved') return { state: { ...state, name: 'retrying' }, effect: 'wait to retry' }
  if (state.isUrgent) return begin(state, 'writing')
  return state.changedAt === null ? stay({ ...state, name: 'idle' }) : waitForChanges(state)
}

/** A write beside the one that the state waits for was kept: a timer that runs repeats nothing any more. */
function writtenBeside(state: JournalState): JournalStep {
  return stay(state.name === 'retrying' ? { ...state, name: 'delayed' } : state)
}

/** What it sent counts as changed, as it is not kept. */
function failedBeside(state: JournalState): JournalStep {
  if (state.name === 'idle') return { state: { ...state, name: 'retrying' }, effect: 'wait to retry' }
  return stay(isWriting(state) ? state : { ...state, name: 'retrying' })
}

function changed(state: JournalState, at: number): JournalState {
  return state.changedAt === null ? { ...state, changedAt: at } : state
}

function begin(state: JournalState, name: 'writing' | 'unconfirmed'): JournalStep {
  const write = state.lastWrite + 1
  return { state: { name, changedAt: null, isUrgent: false, write, lastWrite: write }, effect: 'write' }
}

function waitForChanges(state: JournalState): JournalStep {
  return { state: { ...state, name: 'delayed' }, effect: 'wait for changes' }
}

function stay(state: JournalState): JournalStep {
  return { state, effect: null }
}
