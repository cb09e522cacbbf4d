import { defineConfig } from '@playwright/test'

const isRoot = process.getuid?.() === 0

/**
 * The disabled features of Chromium. Chromium only uses the last list that it is given, so this one repeats
 * Playwright's (`tests/browser-features.test.ts` compares them) and adds one that no test looks at: for each
 * window Chromium loads a popup of its address bar as a separate page and starts a spare process, which takes
 * longer than loading Parley.
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'PreloadTopChromeWebUI',
  'SpareRendererForSitePerProcess',
]

/**
 * How often a function runs before V8 optimizes it: ten times as often as otherwise. Most windows end before their
 * optimized code has paid for its compilation, which took a tenth of the processor time of the page.
 */
const tierUps = '--invocation-count-for-maglev=4000,--invocation-count-for-turbofan=30000'

// biome-ignore lint/style/noDefaultExport: Playwright reads the default export.
export default defineConfig({
  testDir: 'e2e',
  // Playwright empties this folder when it starts, and the reports lie above it.
  outputDir: 'test-results/e2e-output',
  fullyParallel: true,
  // One more than the cores of a small machine, as the page and the tests wait for each other.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // On a busy machine everything takes longer; a test that hangs still ends.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    launchOptions: {
      ...(process.env.PARLEY_CHROMIUM ? { executablePath: process.env.PARLEY_CHROMIUM } : {}),
      args: [
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        `--disable-features=${disabledFeatures.join(',')}`,
        `--js-flags=${tierUps}`,
        '--host-resolver-rules=MAP *.test 127.0.0.1',
        // Chromium cannot use its own sandbox as root, the user of containers.
        ...(isRoot ? ['--no-sandbox'] : []),
      ],
    },
    // Recording a trace of every test takes a third of the time, so it is off: `PARLEY_TRACE=1` turns it on.
    trace: process.env.PARLEY_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
})
