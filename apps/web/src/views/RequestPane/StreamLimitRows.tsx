import { compileJsonCondition } from '@parley/engine/json-query'
import { hasLimit, noStreamLimits, type StreamLimits } from '@parley/model'
import { milliseconds, OptionalNumberRow } from '../../components/fields/ControlRows.tsx'
import { TextRow } from '../../components/fields/TextRow.tsx'

export interface StreamLimitRowsProps {
  readonly words: LimitWords
  /** Undefined: runs skip the request. */
  readonly limits: StreamLimits | undefined
  readonly onChange: (limits: StreamLimits) => void
}

/** What the events or messages that are limited are called. */
export interface LimitWords {
  readonly many: string
  readonly countDetail: string
  readonly timeDetail: string
  readonly condition: string
}

const count = { min: 1, max: 999_999_999 }

/** What ends a stream or a WebSocket in a run. */
export function StreamLimitRows({ words, limits = noStreamLimits, onChange }: StreamLimitRowsProps) {
  const change = (patch: Partial<StreamLimits>) => onChange({ ...limits, ...patch })
  return (
    <>
      <OptionalNumberRow
        label={`${words.many} in a run`}
        detail={`${words.countDetail} Without any limit, runs skip the request.`}
        value={limits.events === 0 ? null : limits.events}
        placeholder="No limit"
        {...count}
        onChange={events => change({ events: events ?? 0 })}
      />
      <OptionalNumberRow
        label="Time in a run"
        detail={words.timeDetail}
        value={limits.forMs === 0 ? null : limits.forMs}
        placeholder="No limit"
        {...milliseconds}
        onChange={forMs => change({ forMs: forMs ?? 0 })}
      />
      <TextRow
        label="Condition in a run"
        detail={words.condition}
        placeholder={'$.status == "done"'}
        problem={conditionProblem(limits.until)}
        value={limits.until}
        onChange={until => change({ until })}
      />
    </>
  )
}

/** Returns the settings of a kind with these limits; a file without a limit has no entry for it. */
export function withRunLimits<Settings extends { readonly runLimits?: StreamLimits }>(
  { runLimits: _, ...settings }: Settings,
  limits: StreamLimits,
) {
  return hasLimit(limits) ? { ...settings, runLimits: limits } : settings
}

function conditionProblem(typed: string): string | null {
  if (typed.trim() === '') return null
  const compiled = compileJsonCondition(typed)
  return compiled.isValid
    ? null
    : `Not a condition at character ${compiled.position + 1}: ${compiled.reason}.`
}
