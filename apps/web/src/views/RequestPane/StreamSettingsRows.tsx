import type { StreamSettings } from '@parley/model'
import { milliseconds, OptionalNumberRow, SwitchRow } from '../../components/fields/ControlRows.tsx'
import { TextRow } from '../../components/fields/TextRow.tsx'
import { StreamLimitRows, withRunLimits } from './StreamLimitRows.tsx'

export interface StreamSettingsRowsProps {
  readonly stream: StreamSettings
  readonly onChange: (stream: StreamSettings) => void
}

/** How an event stream is connected, and what ends it in a run. */
export function StreamSettingsRows({ stream, onChange }: StreamSettingsRowsProps) {
  const change = (patch: Partial<StreamSettings>) => onChange({ ...stream, ...patch })
  return (
    <>
      <SwitchRow
        label="Reconnect"
        detail="Connects again when the stream ends or breaks, after the time that the server asks for (3 s by default)."
        isSelected={stream.reconnect}
        onChange={reconnect => change({ reconnect })}
      />
      <OptionalNumberRow
        label="Idle limit"
        detail="Ends a connection on which nothing arrives for this long."
        value={stream.idleMs === 0 ? null : stream.idleMs}
        placeholder="No limit"
        {...milliseconds}
        onChange={idleMs => change({ idleMs: idleMs ?? 0 })}
      />
      <TextRow
        label="Last-Event-ID"
        detail="The ID of the last event that you have, for the first connection."
        value={stream.lastEventId}
        onChange={lastEventId => change({ lastEventId })}
      />
      <StreamLimitRows
        words={limitWords}
        limits={stream.runLimits}
        onChange={limits => onChange(withRunLimits(stream, limits))}
      />
    </>
  )
}

const limitWords = {
  many: 'Events',
  countDetail: 'A run ends the stream after this many events.',
  timeDetail: 'A run ends the stream this long after the response began.',
  condition: 'A run ends the stream after an event whose data, as JSON, meets this condition.',
}
