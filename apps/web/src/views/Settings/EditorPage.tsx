import { useStore } from 'zustand'
import { useAppModel } from '../../app-model.ts'
import { SegmentedControl } from '../../components/SegmentedControl.tsx'
import { SettingRow } from '../../components/SettingRow.tsx'
import { Switch } from '../../components/Switch.tsx'

/** What happens to a body when it is sent and when it is shown (spec 2.2, 2.3). */
export function EditorPage() {
  const { settings } = useAppModel()
  const editor = useStore(settings.store, state => state.settings.editor)
  return (
    <>
      <SettingRow
        label="Auto-format JSON on send"
        detail="Raw JSON bodies are pretty-printed before sending. Numbers, key order and {{names}} stay as typed."
      >
        <Switch
          label="Auto-format JSON on send"
          isSelected={editor.autoFormatJson}
          onChange={autoFormatJson => settings.change('editor', { autoFormatJson })}
        />
      </SettingRow>
      <SettingRow label="Default response view" detail="The view that opens first.">
        <SegmentedControl
          label="Default response view"
          value={editor.defaultResponseView}
          choices={[
            { value: 'pretty', label: 'Pretty' },
            { value: 'raw', label: 'Raw' },
            { value: 'preview', label: 'Preview' },
          ]}
          onChange={defaultResponseView => settings.change('editor', { defaultResponseView })}
        />
      </SettingRow>
      <SettingRow
        label="Show script console"
        detail="Opens a drawer with what scripts write with console.log."
      >
        <Switch
          label="Show script console"
          isSelected={editor.showScriptConsole}
          onChange={showScriptConsole => settings.change('editor', { showScriptConsole })}
        />
      </SettingRow>
      <SettingRow
        label="Scripts may send to link-local addresses"
        detail="169.254.0.0/16 and fe80::/10, where clouds keep the credentials of their machines."
      >
        <Switch
          label="Scripts may send to link-local addresses"
          isSelected={editor.scriptsReachLinkLocal}
          onChange={scriptsReachLinkLocal => settings.change('editor', { scriptsReachLinkLocal })}
        />
      </SettingRow>
    </>
  )
}
