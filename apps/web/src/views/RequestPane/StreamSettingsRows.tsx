import { mayReconnect, type StreamSettings, withReconnect } from '@parley/model'
import { milliseconds, OptionalNumberRow, SwitchRow } from '../../components/fields/ControlRows.tsx'
import { TextRow } from '../../components/fields/TextRow.tsx'
import { StreamLimitRows, withRunLimits } from './StreamLimitRows.tsx'

export interface StreamSettingsRowsProps {
  readonly stream: StreamSettings
  readonly method: string
  readonly onChange: (stream: StreamSettings) => void
}

/** How an event stream is connected, and what ends it in a run. */
export function StreamSettingsRows({ stream, method, onChange }: StreamSettingsRowsProps) {
  const change = (patch: Partial<StreamSettings>) => onChange({ ...stream, ...patch })
  return (
    <>
      <SwitchRow
        label="Reconnect"
        detail={reconnectDetail(method)}
        isSelected={mayReconnect(stream, method)}
        onChange={isOn => onChange(withReconnect(stream, method, isOn))}
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

function reconnectDetail(method: string): string {
  return method === 'GET'
    ? 'Connects again when the stream ends or breaks, after the time that the server asks for (3 s by default). Not after the event [DONE].'
    : `Sends the ${method} again each time the stream ends or breaks, except after the event [DONE]. Off by default, because each one may be charged or change data.`
}

const limitWords = {
  many: 'Events',
  countDetail: 'A run ends the stream after this many events.',
  timeDetail: 'A run ends the stream this long after the response began.',
  condition: 'A run ends the stream after an event whose data, as JSON, meets this condition.',
}
