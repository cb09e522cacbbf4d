import type { StreamSettings } from '@parley/model'
import { milliseconds, OptionalNumberRow, SwitchRow } from '../../components/fields/ControlRows.tsx'
import { SettingRow } from '../../components/fields/SettingRow.tsx'
import styles from './StreamSettingsRows.module.css'

export interface StreamSettingsRowsProps {
  readonly stream: StreamSettings
  readonly onChange: (stream: StreamSettings) => void
}

/** How an event stream is connected. */
export function StreamSettingsRows({ stream, onChange }: StreamSettingsRowsProps) {
  const change = (patch: Partial<StreamSettings>) => onChange({ ...stream, ...patch })
  const label = 'Last-Event-ID'
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
      <SettingRow label={label} detail="The ID of the last event that you have, for the first connection.">
        <input
          className={styles.field}
          type="text"
          aria-label={label}
          value={stream.lastEventId}
          autoComplete="off"
          spellCheck={false}
          onChange={event => change({ lastEventId: event.target.value })}
        />
      </SettingRow>
    </>
  )
}
