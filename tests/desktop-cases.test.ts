import { expect, test } from 'vitest'
import { describeCases, type Shown, type ShownCases, sourceOf } from './shown-cases.testkit.ts'

const chromium = 'e2e/desktop-chromium.spec.ts'
const webview = 'e2e/desktop-webview.spec.ts'
const system = 'e2e/desktop-webview-system.spec.ts'
const hostile = 'e2e/desktop-hostile.spec.ts'
const drops = 'e2e/desktop-drops.spec.ts'
const disk = 'e2e/desktop-full-disk.spec.ts'
const looks = 'e2e/desktop-looks.spec.ts'
const updatesPage = 'e2e/updates.spec.ts'
const updates = 'apps/server/src/updates/updates.test.ts'
const answers = 'apps/server/src/updates/update-answers.test.ts'
const links = 'apps/server/src/desktop/link-action.test.ts'
const messages = 'apps/server/src/desktop/page-messages.test.ts'
const downloads = 'apps/server/src/desktop/desktop-downloads.test.ts'
const secondStart = 'apps/server/src/second-start.test.ts'
const outside = 'packages/model/src/url/is-outside-link.test.ts'
const options = 'apps/desktop/src/read-desktop-options.test.ts'
const windowState = 'apps/desktop/src/window-state.test.ts'
const hostSetting = 'apps/desktop/src/hosts/host-setting.test.ts'
const electron = 'apps/desktop/src/hosts/electron/electron-host.test.ts'
const menus = 'apps/web/src/views/Desktop/desktop-menus.test.ts'
const unpacking = 'apps/single/src/unpack-program.test.ts'
const deb = 'tests/packages/debian-package.test.ts'
const single = 'tests/packages/single-file.test.ts'
const windows = 'tests/packages/windows-installer.test.ts'
const bytes = 'tests/packages/same-bytes.test.ts'
const tampered = 'tests/packages/tampered-archive.test.ts'
const packagedUpdates = 'tests/packages/updates-address.test.ts'
const noHome = 'tests/no-home-folder.testkit.ts'

/** What systems, pages, links and servers may do to the app (desktop.md, Hostile; attacks DT1). */
const hostileCases = {
  'the binding is missing, or is no library': [
    [hostile, 'a binding that is missing'],
    [hostile, 'a binding that is no library'],
  ],
  'the binding is for a newer C library': [
    [hostile, 'a binding for a newer C library leaves Chromium as the host, as packages ship it'],
  ],
  'no display, or one that does not answer': [
    [hostile, 'no display'],
    [
      hostile,
      'on a display that does not answer the browser is the last resort, which gets a file without the token',
    ],
  ],
  'Wayland without X': [
    [hostile, 'Wayland without X is tried by each host in turn, and the browser is the last resort'],
    [system, 'on Wayland without X that does not answer the next host is tried, and each says why'],
    [system, 'on Wayland without X the window shows the page, sends, and is closed by its command'],
  ],
  'a profile folder that cannot be written': [
    [hostile, 'a profile that cannot be created is said, and the browser is the last resort'],
  ],
  'two starts in the same second': [
    [hostile, 'of two starts in the same second, one shows its window'],
    [single, 'two starts in the same second both work'],
    [unpacking, 'of twenty starts at once each gets the whole program, also if a damaged one was there'],
  ],
  'links with quotes, newlines and --flags': [
    [links, '%j is refused'],
    [hostile, 'an option in the place of a link'],
    [options, '%s is refused with a sentence'],
    [deb, 'registers links and file types, which reach the program after --'],
  ],
  'a page that goes elsewhere, or opens a file': [
    [chromium, 'the window stays on its page, and links go to the browser of the system'],
    [webview, 'the window stays on its page, and links go to the browser of the system'],
    [outside, '%j is not opened'],
    [outside, 'at least a hundred hostile addresses are listed'],
    [electron, '%s leaves the page where it is'],
    [electron, 'another window is never opened'],
  ],
  'links and files that are dragged onto the window': [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the title as its file has it.
    [drops, '${what} that is dragged onto the window leaves the page where it is: ${name}'],
  ],
  'messages of 100 MB, or of an unknown kind': [
    [webview, 'messages that are too long or of no known kind are ignored'],
    [messages, '100 MB'],
    [messages, 'an unknown kind'],
    [messages, 'more than it has'],
    [electron, 'only the page itself is heard'],
  ],
  'a planted program in the cache folder': [
    [single, 'never runs what was planted in its cache'],
    [unpacking, '%s is removed and never run'],
    [unpacking, 'a folder of another user is not used'],
  ],
  'app data on a full disk': [
    [disk, 'a disk without room at the start is a sentence, and the next start with room works'],
    [
      disk,
      'a disk that fills while the window is open is said, and what was typed is kept once there is room',
    ],
    [single, 'a full or a read-only cache is a sentence, and leaves nothing behind'],
  ],
  'a machine that is suspended': [
    [chromium, 'a server that is suspended goes on with its streams and windows'],
    [system, 'a server that is suspended goes on with its streams and windows'],
  ],
  'two pixels for one': [[hostile, 'with two pixels for one, a window is in sight and keeps its size']],
  'an account without a home folder': [[noHome, 'an account %s: %s']],
  'a download that is gone or replaced before it is shown': [
    [downloads, 'a saved file that %s is not shown'],
    [downloads, 'the path %j is no saved file, and is not shown'],
  ],
  'names of files that a server chooses': [[downloads, 'a server names its file %j']],
  'hostile answers to Check for updates': [
    [answers, 'the address for updates answers with %s'],
    [updates, 'an answer without an end is left'],
    [updates, 'an answer that does not go on is left after ten seconds'],
    [updatesPage, 'an answer that is none is a sentence with its code, and markup in it stays text'],
  ],
  'a tampered archive of the registry': [
    [
      tampered,
      'a tampered archive of the registry stops npm run package with a sentence, and nothing of it is left',
    ],
    [tampered, 'a tampered archive of %s is refused before it is unpacked'],
    [tampered, 'an archive that was changed on the disk after its download is not used'],
    [tampered, 'a registry that does not answer is a sentence'],
  ],
} as const satisfies ShownCases

/** What the app promises (desktop.md, Behaviour, Packages, Tests and Bounds). */
const promises = {
  'the first host that works, or the one that was chosen': [
    [hostile, 'Settings choose the host of the next start, and --host wins'],
    [hostSetting, '%s, as Settings stores it, is what the next start uses'],
    [hostile, 'an unknown host'],
  ],
  'a second start shows the window of the first, and opens there what was asked for': [
    [chromium, 'a second start shows the window and opens a file, a link and nothing else'],
    [webview, 'a second start shows the window'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the title as its file has it.
    [hostile, 'beside parley serve, a ${kind} is named as not opened, and its page opens in the browser'],
    [secondStart, 'a desktop app says why it has no window if the first is a server ($where)'],
  ],
  'size, place and zoom are kept, in sight and not too small': [
    [chromium, 'the place of the window is kept'],
    [webview, 'place, zoom and tabs are kept'],
    [windowState, 'each display has its own place, kept with zoom and theme'],
    [windowState, 'comes back from a display that is gone'],
    [windowState, 'comes back from above'],
  ],
  'the title, and the theme of the page': [
    [chromium, 'keys of a person reach the page, and closing the last window ends the app'],
    [system, 'the theme of the page is that of the window, and of its next start'],
  ],
  'another window, full screen': [
    [chromium, 'F11 fills the screen and leaves it, and another window has its own tabs'],
    [system, 'F11 fills the screen and leaves it'],
    [system, 'another window has its own tabs, and closing it leaves the first'],
  ],
  'closing asks about what is under way, and about nothing else': [
    [chromium, 'closing asks while a stream is live: cancel, keep running, close'],
    [chromium, 'keys of a person reach the page, and closing the last window ends the app'],
    [webview, 'closing asks while a stream is live'],
    [electron, 'closing can be refused; a crash, a place and a menu are reported'],
  ],
  'menus are the commands of the page': [
    [menus, 'the menus are those of the design'],
    [menus, '$command is in a menu, with its name and keys'],
    [menus, 'a shortcut that the user has changed is shown'],
    [webview, 'an item of the menu runs its command in the window'],
  ],
  'keys of a person reach the page': [
    [chromium, 'keys of a person reach the page, and closing the last window ends the app'],
    [webview, 'sends, downloads and uploads, and keys of a person reach the page'],
  ],
  'downloads never overwrite, and can be shown': [
    [chromium, 'sends, uploads and downloads'],
    [downloads, 'no file is overwritten, and each can be shown in its folder'],
  ],
  'files that are dropped are imported': [
    ['e2e/import.spec.ts', 'dropping files on the window opens the dialog'],
  ],
  'a sign-in in the browser of the system, with PKCE': [
    [chromium, 'a sign-in uses the browser of the system, and brings the window to the front'],
    [system, 'a sign-in uses the browser of the system, and brings the window to the front'],
  ],
  'Check for updates: off, one address, nothing before the user says so': [
    [
      updates,
      'is off: nothing is sent before the user asks, and then one request without anything of the user',
    ],
    [updates, 'switched on, each start asks once, and windows that open later see what it found'],
    [updates, '%s: nothing can be asked'],
    [updates, 'goes through the proxy of the settings'],
    [updates, 'trusts only the certificates that sends trust'],
    [updates, 'Cancel closes the connection, and the next check asks again'],
    [updatesPage, 'without an address of the packager nothing can be asked'],
    [updatesPage, 'switched on, it is kept, and each start asks and says what is new'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the title as its file has it.
    [updatesPage, 'Check for updates is off, asks when told, and shows version and link, ${colorScheme}'],
    [
      packagedUpdates,
      'the address for updates is in the package, next to the page, and in its list of contents',
    ],
    [packagedUpdates, 'the address %s stops the packaging with a sentence'],
  ],
  'the shell dies, the server dies, the page dies, Chromium dies': [
    [chromium, 'an app that dies takes its server along, and the journal has the tabs'],
    [webview, 'an app that dies takes its server along'],
    [chromium, 'a server that dies is started again from its window, which keeps what was typed'],
    [webview, 'a server that dies is started again from its window, which keeps what was typed'],
    [chromium, 'a page that dies is loaded again once, then Restart loads it'],
    [webview, 'a page that dies is loaded again'],
    [chromium, 'a Chromium that dies comes back with its windows and their tabs'],
  ],
  'no token in process lists, logs and files of others': [
    [hostile, 'no token is in a command line, a log or a file that others can read'],
  ],
  'Electron with a sandbox, and without permissions': [
    [electron, 'the page has a sandbox, a context of its own and no permissions'],
  ],
  'as root, Chromium runs without its sandbox': [
    ['apps/server/src/opening/chromium-sandbox.test.ts', 'Chromium as $user starts with $args'],
  ],
  'the one file': [
    [single, 'is at most 150 MB'],
    [single, 'sends, runs scripts, serves the page and agents, from any folder and whatever its path'],
    [single, 'has a page that loads in Chromium'],
    [single, 'shows its window, sends in it and ends with it'],
    [single, 'contains page, script images, licences and a list of its contents'],
  ],
  'the Debian package': [
    [deb, 'is at most 60 MB, and everything in it belongs to root with fixed modes and times'],
    [deb, 'lintian finds no error and no warning'],
    [deb, 'is installed, used and removed without a trace'],
    [deb, 'registers links and file types, which reach the program after --'],
  ],
  'the installer for Windows, which is only built': [
    [windows, 'has Node without a console, and everything else of the program'],
    [windows, 'the uninstaller removes every key and every file that the installer writes'],
  ],
  'same inputs, same bytes': [[bytes, 'the package %s has the same bytes whoever makes it, where and when']],
  'the hosts look as the page in a browser': [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the title as its file has it.
    [looks, 'the ${name} shows the page as a browser does'],
  ],
} as const satisfies ShownCases

describeCases('hostile case of the desktop app', hostileCases)
describeCases('promise of the desktop app', promises)

/** Each browser test of the app belongs to a case, so that the table stays whole. */
test.each([chromium, webview, system, hostile, drops, disk, looks, updatesPage])(
  'each test of %s belongs to a case',
  file => {
    const titles = [...sourceOf(file).matchAll(/^ *test\(\n? *(['`])(.+?)\1,/gm)].map(
      ([, , title = '']) => title,
    )
    const named: readonly Shown[] = [hostileCases, promises].flatMap(cases =>
      Object.values<readonly Shown[]>(cases).flat(),
    )
    expect(titles.length).toBeGreaterThan(0)
    const alone = titles.filter(title => !named.some(([where, one]) => where === file && one === title))
    expect(alone.filter(title => !fromTables.includes(title))).toEqual([])
  },
)

/** Titles of tables whose rows are named instead. */
const fromTables = [
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the title as its file has it.
  '${name} ends with a sentence',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the title as its file has it.
  '${name} leaves Chromium as the host',
]

/** The numbers that `npm run bench:desktop` measures, as speed depends on the machine. */
test('what is a ratio is measured in one run by the bench', () => {
  const bench = sourceOf('package.json').match(/"bench:desktop": "(.+)"/)?.[1] ?? ''
  expect(bench).toBe('node bench/desktop.mjs && node bench/desktop-send.mjs')
  for (const measured of ['window shown', 'of a core', 'memory'])
    expect(sourceOf('bench/desktop.mjs')).toContain(measured)
  expect(sourceOf('bench/desktop-send.mjs')).toContain('a send takes')
})
