import { z } from 'zod'
import type { AppSettings } from '../settings/app-settings.ts'
import { clientCertificateSchema } from './certificate.ts'
import type { InStep, Proven } from './in-step.ts'

/** The maximum delay of Node's timers, about 24 days. */
const longestTimerMs = 2_147_483_647

const durationMs = z.int().min(0).max(longestTimerMs)

/** The settings in `settings.json` and in calls of the page. */
export const appSettingsSchema = z.strictObject({
  general: z.strictObject({
    requestTimeoutMs: durationMs,
    connectTimeoutMs: durationMs,
    followRedirects: z.boolean(),
    maxRedirects: z.int().min(0).max(100),
  }),
  appearance: z.strictObject({
    theme: z.enum(['system', 'light', 'dark']),
    density: z.enum(['comfortable', 'compact']),
    fontSizePx: z.int().min(8).max(40),
    layout: z.enum(['automatic', 'below', 'beside']),
    desktopWindow: z.enum(['automatic', 'webview', 'chromium', 'browser']),
  }),
  editor: z.strictObject({
    autoFormatJson: z.boolean(),
    defaultResponseView: z.enum(['pretty', 'raw', 'preview']),
    showScriptConsole: z.boolean(),
    scriptsReachLinkLocal: z.boolean(),
    scriptsRequireLibraries: z.boolean(),
  }),
  keyboard: z.strictObject({
    remaps: z.array(z.strictObject({ command: z.string(), keys: z.string() })),
  }),
  proxy: z.strictObject({
    enabled: z.boolean(),
    type: z.enum(['http', 'https', 'socks5', 'socks4', 'system']),
    host: z.string(),
    port: z.union([z.int().min(1).max(65_535), z.null()]),
    username: z.string(),
    bypass: z.string(),
  }),
  certificates: z.strictObject({
    clientCertificates: z.array(clientCertificateSchema),
    customCaFilePaths: z.array(z.string()),
    disableSslVerification: z.boolean(),
    maxTlsVersion: z.enum(['1.3', '1.2']),
    exceptions: z.array(z.string()),
  }),
  assistant: z.strictObject({
    enabled: z.boolean(),
    service: z.enum(['openai', 'anthropic', 'ollama']),
    address: z.string().max(2000),
    model: z.string().max(500),
    headers: z.array(z.strictObject({ name: z.string().max(500), value: z.string().max(8000) })).max(50),
    seesHeaders: z.boolean(),
    seesBody: z.boolean(),
    bodyKilobytes: z.int().min(1).max(1024),
    seesVariables: z.boolean(),
    asksAtOnce: z.array(z.string().max(2000)).max(100),
  }),
  about: z.strictObject({ checkForUpdates: z.boolean() }),
})

/** @proof */
export type AppSettingsSchemaInStep = Proven<InStep<typeof appSettingsSchema, AppSettings>>
