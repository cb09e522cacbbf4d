import { useStore } from 'zustand'
import { useAppModel } from '../../app-model.ts'
import { SegmentedControl } from '../../components/SegmentedControl.tsx'
import { SettingRow } from '../../components/SettingRow.tsx'
import { fontSizesPx } from '../../workbench/settings.ts'

/** How the page looks. */
export function AppearancePage() {
  const { settings } = useAppModel()
  const appearance = useStore(settings.store, state => state.settings.appearance)
  return (
    <>
      <SettingRow label="Theme">
        <SegmentedControl
          label="Theme"
          value={appearance.theme}
          choices={[
            { value: 'system', label: 'System' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
          onChange={theme => settings.change('appearance', { theme })}
        />
      </SettingRow>
      <SettingRow label="Density" detail="Compact rows show more at a time.">
        <SegmentedControl
          label="Density"
          value={appearance.density}
          choices={[
            { value: 'comfortable', label: 'Comfortable' },
            { value: 'compact', label: 'Compact' },
          ]}
          onChange={density => settings.change('appearance', { density })}
        />
      </SettingRow>
      <SettingRow label="Font size" detail="In pixels, of the page and of its editors.">
        <SegmentedControl
          label="Font size"
          value={String(appearance.fontSizePx)}
          choices={fontSizesPx.map(size => ({ value: String(size), label: String(size) }))}
          onChange={size => settings.change('appearance', { fontSizePx: Number(size) })}
        />
      </SettingRow>
      <SettingRow label="Layout" detail="Where the response stands.">
        <SegmentedControl
          label="Layout"
          value={appearance.layout}
          choices={[
            { value: 'below', label: 'Below' },
            { value: 'beside', label: 'Beside' },
          ]}
          onChange={layout => settings.change('appearance', { layout })}
        />
      </SettingRow>
    </>
  )
}
