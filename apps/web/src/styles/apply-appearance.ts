import { type AppearanceSettings, defaultAppSettings } from '@parley/model'

/** Beyond these the fixed heights of rows no longer fit; the file of settings may hold any number. */
const fontSizeLimits = { min: 11, max: 16 } as const

/** Makes the whole page look as the settings say, through the tokens of its styles. */
export function applyAppearance(root: HTMLElement, { theme, density, fontSizePx }: AppearanceSettings): void {
  if (theme === 'system') delete root.dataset.theme
  else root.dataset.theme = theme
  root.dataset.density = density
  const size = Math.min(fontSizeLimits.max, Math.max(fontSizeLimits.min, fontSizePx))
  root.style.setProperty('--font-scale', String(size / defaultAppSettings.appearance.fontSizePx))
}
