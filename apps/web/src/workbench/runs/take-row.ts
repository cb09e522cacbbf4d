import type { TakenRow } from '@parley/server/contract'
import { describeCallError } from '../../server-client/describe-error.ts'
import type { ServerClient } from '../../server-client/server-client.ts'
import type { Toasts } from '../toasts.ts'
import { listNames } from '../variables/list-names.ts'

/** What a data row is taken up with. */
export interface TakingRow {
  readonly scripts: {
    readonly setFromRow: ServerClient['sessionValues']['set']
    readonly undoSet: ServerClient['sessionValues']['undoSet']
  }
  readonly toasts: Pick<Toasts, 'show' | 'showError'>
}

/**
 * Makes the values of the data row of a result values of the session, and offers to take that back. Resolves to whether
 * it was done; a toast says why not.
 */
export async function takeRow(taking: TakingRow, runId: string, index: number): Promise<boolean> {
  const { scripts, toasts } = taking
  try {
    const taken = await scripts.setFromRow({ runId, index })
    if (taken.state === 'failed') toasts.showError(notSet, `${taken.sentence} ${taken.nextStep}`)
    else showTaken(taking, taken)
    return taken.state === 'set'
  } catch (error) {
    toasts.showError(notSet, describeCallError(error))
    return false
  }
}

const notSet = 'Session values not set'
const subject = 'values of a data row'

function showTaken({ scripts, toasts }: TakingRow, taken: Extract<TakenRow, { state: 'set' }>): void {
  const { names, leftOut, setId } = taken
  const iteration = (taken.iteration + 1).toLocaleString('en')
  const set =
    names.length === 0
      ? `No value of iteration ${iteration} could be set.`
      : `The values of iteration ${iteration} are session values now: ${listNames(names)}.`
  const rest = leftOut.length === 0 ? '' : ` Not set, as secret or too long: ${listNames(leftOut)}.`
  const undo = () =>
    scripts.undoSet({ setId }).then(
      () => undefined,
      error => toasts.showError('Session values not restored', describeCallError(error)),
    )
  toasts.show({
    kind: 'done',
    owner: 'page',
    subject,
    title: names.length === 0 ? 'Opened without the values of the row' : 'Opened with the values of the row',
    code: '',
    text: set + rest,
    ...(names.length === 0 ? {} : { action: { label: 'Undo', run: undo } }),
  })
}
