import type { ClientCertificate } from '../collection/collection.ts'
import type { AssistantSettings } from './assistant-settings.ts'

/** The application settings, one group per page of Settings, stored in `settings.json` of the app data. */
export interface AppSettings {
  readonly general: GeneralSettings
  readonly appearance: AppearanceSettings
  readonly editor: EditorSettings
  readonly keyboard: KeyboardSettings
  readonly proxy: ProxySettings
  readonly certificates: CertificateSettings
  readonly assistant: AssistantSettings
  readonly about: AboutSettings
}

/**
 * Settings for requests that neither they nor their folders override (behaviour, Timeouts and
 * Redirects).
 */
export interface GeneralSettings {
  /** 0 means no timeout. */
  readonly requestTimeoutMs: number
  /** For the connection only. */
  readonly connectTimeoutMs: number
  readonly followRedirects: boolean
  readonly maxRedirects: number
}

export interface AppearanceSettings {
  readonly theme: 'system' | 'light' | 'dark'
  readonly density: 'comfortable' | 'compact'
  readonly fontSizePx: number
  /** Whether the response is below the request or beside it; automatic: beside for GraphQL in a wide window. */
  readonly layout: 'automatic' | 'below' | 'beside'
  /** What shows the windows of the desktop app from its next start; automatic: the first that works. */
  readonly desktopWindow: 'automatic' | 'webview' | 'chromium' | 'browser'
}

export interface EditorSettings {
  /** Auto-format JSON on send (behaviour 2.2). */
  readonly autoFormatJson: boolean
  /** Default response view (behaviour 2.3). */
  readonly defaultResponseView: 'pretty' | 'raw' | 'preview'
  readonly showScriptConsole: boolean
  /**
   * Whether scripts may reach 169.254.0.0/16 and fe80::/10, where clouds provide the credentials of their
   * machines.
   */
  readonly scriptsReachLinkLocal: boolean
  /** Whether `require` in scripts returns the bundled libraries (behaviour, Libraries in scripts). */
  readonly scriptsRequireLibraries: boolean
}

export interface KeyboardSettings {
  /** Only changed shortcuts. All commands but Send and Save can be remapped (behaviour 4.1). */
  readonly remaps: readonly KeyRemap[]
}

export interface KeyRemap {
  readonly command: string
  /** For example `Mod+Shift+K`, where `Mod` is Cmd on macOS and Ctrl elsewhere; empty means no shortcut. */
  readonly keys: string
}

/** Settings → Proxy (behaviour 5.4). The password is not among them: it is kept for the session only. */
export interface ProxySettings {
  readonly enabled: boolean
  readonly type: 'http' | 'https' | 'socks5' | 'socks4' | 'system'
  readonly host: string
  /** Null until the user types one. */
  readonly port: number | null
  readonly username: string
  /** Hosts separated by commas. */
  readonly bypass: string
}

export type MaxTlsVersion = '1.3' | '1.2'

/** Settings → Certificates (behaviour 5.4). */
export interface CertificateSettings {
  readonly clientCertificates: readonly ClientCertificate[]
  readonly customCaFilePaths: readonly string[]
  readonly disableSslVerification: boolean
  /** The highest version of TLS that is offered; `1.2` also serves servers that ask for a certificate after the handshake. */
  readonly maxTlsVersion: MaxTlsVersion
  /** Targets whose certificates are trusted without verification, as `host:port` with the host as typed. */
  readonly exceptions: readonly string[]
}

/** Settings → About. */
export interface AboutSettings {
  /** Whether each start asks the packager’s address for the newest version. */
  readonly checkForUpdates: boolean
}

/** The settings of a first start. */
export const defaultAppSettings: AppSettings = {
  general: { requestTimeoutMs: 0, connectTimeoutMs: 10_000, followRedirects: true, maxRedirects: 10 },
  appearance: {
    theme: 'system',
    density: 'comfortable',
    fontSizePx: 13,
    layout: 'automatic',
    desktopWindow: 'automatic',
  },
  editor: {
    autoFormatJson: false,
    defaultResponseView: 'pretty',
    showScriptConsole: false,
    scriptsReachLinkLocal: false,
    scriptsRequireLibraries: false,
  },
  keyboard: { remaps: [] },
  proxy: {
    enabled: false,
    type: 'http',
    host: '',
    port: null,
    username: '',
    bypass: 'localhost,127.0.0.1',
  },
  certificates: {
    clientCertificates: [],
    customCaFilePaths: [],
    disableSslVerification: false,
    maxTlsVersion: '1.3',
    exceptions: [],
  },
  assistant: {
    enabled: false,
    service: 'openai',
    address: '',
    model: '',
    headers: [],
    seesHeaders: true,
    seesBody: true,
    bodyKilobytes: 32,
    seesVariables: false,
    asksAtOnce: [],
  },
  about: { checkForUpdates: false },
}
