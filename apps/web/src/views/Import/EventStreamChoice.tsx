import type { ImportPreview } from '@parley/server/contract'
import { SwitchRow } from '../../components/fields/ControlRows.tsx'

export interface EventStreamChoiceProps {
  readonly eventStreams: ImportPreview['eventStreams']
  readonly isSelected: boolean
  readonly onChange: (isSelected: boolean) => void
}

/** Asks whether requests for event streams become requests of the kind Server-Sent Events. */
export function EventStreamChoice({ eventStreams, isSelected, onChange }: EventStreamChoiceProps) {
  const { requests, examples } = eventStreams
  const asking = requests === 1 ? '1 request asks' : `${requests.toLocaleString('en')} requests ask`
  const lost =
    examples === 0 ? '' : ` Saved examples of these requests are not kept (${examples.toLocaleString('en')}).`
  return (
    <SwitchRow
      label="Import event streams as Server-Sent Events"
      detail={`${asking} for an event stream. If off, they are imported as HTTP.${lost}`}
      isSelected={isSelected}
      onChange={onChange}
    />
  )
}
