import { useStore } from 'zustand'
import { SegmentedControl } from '../../components/buttons/SegmentedControl.tsx'
import { useLayout } from '../../wiring/use-stores.ts'

const paneChoices = [
  { value: 'request', label: 'Request' },
  { value: 'response', label: 'Response' },
] as const

/** Chooses the part that is shown where there is room for one only. */
export function PaneSwitch() {
  const layout = useLayout()
  const shownPane = useStore(layout.store, state => state.shownPane)
  return <SegmentedControl label="Pane" value={shownPane} choices={paneChoices} onChange={layout.showPane} />
}
