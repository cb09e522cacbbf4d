import type { SettingsPageName } from '../../workbench/dialogs.ts'

/** A setting that the palette finds. */
export interface FoundSetting {
  readonly page: SettingsPageName
  /** As its page names it. */
  readonly label: string
  /** Other words that users look for. */
  readonly words: string
}

const ofPage = (
  page: SettingsPageName,
  settings: Readonly<Record<string, string>>,
): readonly FoundSetting[] => Object.entries(settings).map(([label, words]) => ({ page, label, words }))

/** Every setting, with its synonyms. A test compares the labels with the pages. */
export const foundSettings: readonly FoundSetting[] = [
  ...ofPage('General', {
    'Request timeout': 'ms milliseconds wait slow limit',
    'Connect timeout': 'ms milliseconds connection limit',
    'Follow redirects': '301 302 307 308 location',
    'Maximum redirects': '301 302 307 308 limit loop',
  }),
  ...ofPage('Appearance', {
    Theme: 'dark light mode colour color night',
    Density: 'compact comfortable rows spacing',
    'Font size': 'text zoom bigger smaller px',
    Layout: 'response beside below side by side split',
    'Desktop window': 'webview chromium browser app',
  }),
  ...ofPage('Editor', {
    'Auto-format JSON on send': 'prettify beautify indent',
    'Default response view': 'pretty raw preview',
    'Show script console': 'log console.log debug',
    'Scripts may send to link-local addresses': '169.254 metadata cloud imds',
    'Bundled libraries by require': 'lodash moment crypto-js import modules',
  }),
  ...ofPage('Keyboard', { Shortcuts: 'keys keymap hotkeys bindings' }),
  ...ofPage('Proxy', {
    'Enable Proxy': 'network corporate',
    'Proxy Type': 'http https socks5 socks4 system',
    Host: 'proxy server address',
    Port: 'proxy',
    Username: 'proxy user authentication login',
    Password: 'proxy authentication login',
    Bypass: 'proxy no_proxy exclude localhost',
  }),
  ...ofPage('Certificates', {
    'Disable SSL Verification': 'tls https insecure self-signed verify',
    'Highest TLS version': 'ssl 1.2 1.3 protocol',
    'CA certificates': 'ssl tls root trust pem authority',
    'Client certificates': 'ssl tls mtls mutual pfx p12 key',
    Exceptions: 'ssl tls trusted hosts self-signed',
  }),
  ...ofPage('AI assistant', {
    'Enable assistant': 'ai llm gpt',
    Service: 'ai openai anthropic ollama provider',
    Address: 'ai endpoint url base',
    Model: 'ai gpt claude',
    'API key': 'ai token secret',
    'Extra headers': 'ai',
    'May see': 'ai privacy',
    'Request and response headers': 'ai privacy',
    'Response body': 'ai privacy',
    'Kilobytes of the response body': 'ai privacy limit size',
    'Values of variables': 'ai privacy',
    Explain: 'ai failures',
    'Ask this service at once': 'ai confirm question',
  }),
  ...ofPage('Agents', {
    Access: 'mcp read write permission claude cursor',
    Environment: 'mcp agent',
    'Settings of the agent': 'mcp json config command',
    'What agents can use now': 'mcp tools',
    'Last calls of agents': 'mcp log audit',
  }),
  ...ofPage('Data and backups', {
    'App data': 'folder path location storage',
    Workspace: 'folder path location files',
    Database: 'sqlite size',
    'Response bodies of the history': 'size storage disk',
    Secrets: 'keychain password storage',
    'Back up workspace': 'backup zip archive',
    'Export everything': 'backup zip archive',
    'Copy of the database': 'backup sqlite',
    'Reset settings': 'default restore factory',
    Backups: 'restore database',
  }),
  ...ofPage('About', {
    'Check for updates': 'version upgrade new release',
    'Latest version': 'update upgrade',
    'Your data': 'privacy telemetry',
    Licence: 'license open source',
    'User-Agent': 'version',
  }),
]
