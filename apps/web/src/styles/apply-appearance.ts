import { type AppearanceSettings, defaultAppSettings } from '@parley/model'

/** Outside these limits fixed row heights do not fit; the settings file may contain any number. */
const fontSizeLimits = { min: 11, max: 16 } as const

/** Applies the appearance settings to the page through its style tokens. */
export function applyAppearance(root: HTMLElement, { theme, density, fontSizePx }: AppearanceSettings): void {
  if (theme === 'system') delete root.dataset.theme
  else root.dataset.theme = theme
  root.dataset.density = density
  const size = Math.min(fontSizeLimits.max, Math.max(fontSizeLimits.min, fontSizePx))
  root.style.setProperty('--font-scale', String(size / defaultAppSettings.appearance.fontSizePx))
}
