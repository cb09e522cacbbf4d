import { compileJsonCondition } from '@parley/engine/json-query'
import { noStreamLimits, type StreamLimits } from '@parley/model'
import { milliseconds, OptionalNumberRow } from '../../components/fields/ControlRows.tsx'
import { TextRow } from '../../components/fields/TextRow.tsx'

export interface StreamLimitRowsProps {
  /** Undefined: runs skip the request. */
  readonly limits: StreamLimits | undefined
  readonly onChange: (limits: StreamLimits) => void
}

const count = { min: 1, max: 999_999_999 }

/** What ends a stream in a run. */
export function StreamLimitRows({ limits = noStreamLimits, onChange }: StreamLimitRowsProps) {
  const change = (patch: Partial<StreamLimits>) => onChange({ ...limits, ...patch })
  return (
    <>
      <OptionalNumberRow
        label="Events in a run"
        detail="A run ends the stream after this many events. Without any limit, runs skip the request."
        value={limits.events === 0 ? null : limits.events}
        placeholder="No limit"
        {...count}
        onChange={events => change({ events: events ?? 0 })}
      />
      <OptionalNumberRow
        label="Time in a run"
        detail="A run ends the stream this long after the response began."
        value={limits.forMs === 0 ? null : limits.forMs}
        placeholder="No limit"
        {...milliseconds}
        onChange={forMs => change({ forMs: forMs ?? 0 })}
      />
      <TextRow
        label="Condition in a run"
        detail="A run ends the stream after an event whose data, as JSON, meets this condition."
        placeholder={'$.status == "done"'}
        problem={conditionProblem(limits.until)}
        value={limits.until}
        onChange={until => change({ until })}
      />
    </>
  )
}

function conditionProblem(typed: string): string | null {
  if (typed.trim() === '') return null
  const compiled = compileJsonCondition(typed)
  return compiled.isValid
    ? null
    : `Not a condition at character ${compiled.position + 1}: ${compiled.reason}.`
}
