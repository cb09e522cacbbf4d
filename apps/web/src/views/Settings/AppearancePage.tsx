import { useStore } from 'zustand'
import { ChoiceRow } from '../../components/fields/ControlRows.tsx'
import { useSettings } from '../../wiring/use-stores.ts'
import { fontSizesPx } from '../../workbench/settings/settings.ts'

/** How the page looks. */
export function AppearancePage() {
  const settings = useSettings()
  const appearance = useStore(settings.store, state => state.settings.appearance)
  return (
    <>
      <ChoiceRow
        label="Theme"
        value={appearance.theme}
        choices={[
          { value: 'system', label: 'System' },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
        onChange={theme => settings.change('appearance', { theme })}
      />
      <ChoiceRow
        label="Density"
        detail="Compact rows show more at a time."
        value={appearance.density}
        choices={[
          { value: 'comfortable', label: 'Comfortable' },
          { value: 'compact', label: 'Compact' },
        ]}
        onChange={density => settings.change('appearance', { density })}
      />
      <ChoiceRow
        label="Font size"
        detail="Text size of the page and its editors, in pixels."
        value={String(appearance.fontSizePx)}
        choices={fontSizesPx.map(size => ({ value: String(size), label: String(size) }))}
        onChange={size => settings.change('appearance', { fontSizePx: Number(size) })}
      />
      <ChoiceRow
        label="Layout"
        detail="Position of the response. Automatic puts it beside GraphQL queries in windows from 1,280 px, else below."
        value={appearance.layout}
        choices={[
          { value: 'automatic', label: 'Automatic' },
          { value: 'below', label: 'Below' },
          { value: 'beside', label: 'Beside' },
        ]}
        onChange={layout => settings.change('appearance', { layout })}
      />
      <ChoiceRow
        label="Desktop window"
        detail="The window that the desktop app uses, from the next start. Automatic uses the first that works."
        value={appearance.desktopWindow}
        choices={[
          { value: 'automatic', label: 'Automatic' },
          { value: 'webview', label: 'Webview' },
          { value: 'chromium', label: 'Chromium' },
          { value: 'browser', label: 'Browser' },
        ]}
        onChange={desktopWindow => settings.change('appearance', { desktopWindow })}
      />
    </>
  )
}
