import { isCloseCode } from '@parley/engine'
import type { WebSocketPart } from '@parley/model'
import { useState } from 'react'
import {
  milliseconds,
  NumberRow,
  OptionalNumberRow,
  SwitchRow,
} from '../../components/fields/ControlRows.tsx'
import { TextRow } from '../../components/fields/TextRow.tsx'
import { StreamLimitRows, withRunLimits } from './StreamLimitRows.tsx'

export interface WebSocketSettingsRowsProps {
  readonly webSocket: WebSocketPart
  readonly timeoutMs: number | 'inherit'
  readonly onChange: (webSocket: WebSocketPart) => void
  readonly onTimeout: (timeoutMs: number | 'inherit') => void
}

const bytesPerMegabyte = 1024 * 1024

/** How a WebSocket is opened, kept and closed. */
export function WebSocketSettingsRows({ webSocket, ...props }: WebSocketSettingsRowsProps) {
  const { timeoutMs, onChange, onTimeout } = props
  const change = (patch: Partial<WebSocketPart>) => onChange({ ...webSocket, ...patch })
  const { keepAliveIntervalMs } = webSocket
  return (
    <>
      <Subprotocols names={webSocket.subprotocols} onChange={subprotocols => change({ subprotocols })} />
      <OptionalNumberRow
        label="Connect timeout"
        detail="Until the response to the handshake. 0 means no limit."
        value={timeoutMs === 'inherit' ? null : timeoutMs}
        placeholder="Inherit"
        {...milliseconds}
        onChange={value => onTimeout(value ?? 'inherit')}
      />
      <OptionalNumberRow
        label="Keep-alive interval"
        detail="How often a ping is sent."
        value={keepAliveIntervalMs === 'inherit' || keepAliveIntervalMs === 0 ? null : keepAliveIntervalMs}
        placeholder="No pings"
        {...milliseconds}
        onChange={value => change({ keepAliveIntervalMs: value ?? 'inherit' })}
      />
      <NumberRow
        label="Pong limit"
        detail="Closes the connection if nothing arrives for this long after a keep-alive ping."
        value={webSocket.pongTimeoutMs}
        {...milliseconds}
        onChange={pongTimeoutMs => change({ pongTimeoutMs })}
      />
      <SwitchRow
        label="Compression"
        detail="Offers permessage-deflate to the server."
        isSelected={webSocket.deflate}
        onChange={deflate => change({ deflate })}
      />
      <ReconnectRows webSocket={webSocket} onChange={onChange} />
      <NumberRow
        label="Maximum message size"
        detail="A larger message from the server ends the connection."
        value={Math.max(1, Math.round(webSocket.maxMessageBytes / bytesPerMegabyte))}
        min={1}
        max={1000}
        unit="MB"
        onChange={megabytes => change({ maxMessageBytes: megabytes * bytesPerMegabyte })}
      />
      <CloseRows webSocket={webSocket} onChange={onChange} />
      <StreamLimitRows
        words={limitWords}
        limits={webSocket.runLimits}
        onChange={limits => onChange(withRunLimits(webSocket, limits))}
      />
    </>
  )
}

type RowsProps = Pick<WebSocketSettingsRowsProps, 'webSocket' | 'onChange'>

function ReconnectRows({ webSocket, onChange }: RowsProps) {
  return (
    <>
      <SwitchRow
        label="Reconnect"
        detail="Connects again when the connection breaks or the server closes it, after 1, 2, 4 … 30 s; not after the codes 1000, 1008 and 4000 to 4999. Each connection sends the messages of the request again."
        isSelected={webSocket.reconnect}
        onChange={reconnect => onChange({ ...webSocket, reconnect })}
      />
      {webSocket.reconnect && (
        <SwitchRow
          label="Reconnect after every close"
          detail="Also after the codes 1000, 1008 and 4000 to 4999."
          isSelected={webSocket.reconnectAfterClose === true}
          onChange={isSelected => onChange(withReconnectAfterClose(webSocket, isSelected))}
        />
      )}
    </>
  )
}

function CloseRows({ webSocket, onChange }: RowsProps) {
  return (
    <>
      <NumberRow
        label="Close code"
        detail="The code that Disconnect sends: 1000, or an application code from 3000 to 4999."
        value={webSocket.closeCode}
        min={1000}
        max={4999}
        onChange={closeCode => {
          if (isCloseCode(closeCode)) onChange({ ...webSocket, closeCode })
        }}
      />
      <TextRow
        label="Close reason"
        detail="Sent with the close code, at most 123 bytes."
        value={webSocket.closeReason}
        onChange={closeReason => onChange({ ...webSocket, closeReason })}
      />
    </>
  )
}

const limitWords = {
  many: 'Messages',
  countDetail: 'A run closes the connection after this many messages from the server.',
  timeDetail: 'A run closes the connection this long after it was opened.',
  condition:
    'A run closes the connection after a message from the server that, as JSON, meets this condition.',
}

function withReconnectAfterClose(
  { reconnectAfterClose: _, ...webSocket }: WebSocketPart,
  isSelected: boolean,
): WebSocketPart {
  return isSelected ? { ...webSocket, reconnectAfterClose: true } : webSocket
}

function Subprotocols(props: {
  readonly names: readonly string[]
  readonly onChange: (names: readonly string[]) => void
}) {
  const joined = props.names.join(', ')
  // While it is typed, a comma or space at the end stays.
  const [typed, setTyped] = useState(joined)
  const names = namesIn(typed)
  return (
    <TextRow
      label="Subprotocols"
      detail="Offered to the server in this order, separated by commas."
      value={names.join(', ') === joined ? typed : joined}
      onChange={text => {
        setTyped(text)
        props.onChange(namesIn(text))
      }}
    />
  )
}

function namesIn(text: string): readonly string[] {
  return text
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '')
}
