import { useStore } from 'zustand'
import { ChoiceRow, SwitchRow } from '../../components/fields/ControlRows.tsx'
import { useSettings } from '../../wiring/use-stores.ts'

/** What happens to a body when it is sent and when it is shown (behaviour 2.2, 2.3). */
export function EditorPage() {
  const settings = useSettings()
  const editor = useStore(settings.store, state => state.settings.editor)
  return (
    <>
      <SwitchRow
        label="Auto-format JSON on send"
        detail="Raw JSON bodies are pretty-printed before sending. Numbers, key order and {{names}} stay as typed."
        isSelected={editor.autoFormatJson}
        onChange={autoFormatJson => settings.change('editor', { autoFormatJson })}
      />
      <ChoiceRow
        label="Default response view"
        detail="The view that opens first."
        value={editor.defaultResponseView}
        choices={[
          { value: 'pretty', label: 'Pretty' },
          { value: 'raw', label: 'Raw' },
          { value: 'preview', label: 'Preview' },
        ]}
        onChange={defaultResponseView => settings.change('editor', { defaultResponseView })}
      />
      <SwitchRow
        label="Show script console"
        detail="Opens a drawer with what scripts write with console.log."
        isSelected={editor.showScriptConsole}
        onChange={showScriptConsole => settings.change('editor', { showScriptConsole })}
      />
      <SwitchRow
        label="Bundled libraries by require"
        detail="require returns lodash, crypto-js, moment and the other libraries in Parley. They work as globals too."
        isSelected={editor.scriptsRequireLibraries}
        onChange={scriptsRequireLibraries => settings.change('editor', { scriptsRequireLibraries })}
      />
      <SwitchRow
        label="Scripts may send to link-local addresses"
        detail="169.254.0.0/16 and fe80::/10. Metadata services of clouds answer there with the credentials of a machine."
        isSelected={editor.scriptsReachLinkLocal}
        onChange={scriptsReachLinkLocal => settings.change('editor', { scriptsReachLinkLocal })}
      />
    </>
  )
}
