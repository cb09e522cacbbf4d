import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathsBelow } from '../program-files.ts'

/** What a Debian package says of itself. */
export interface DebianPackage {
  readonly version: string
  /** Name and address, as in `Ann Lee <ann@example.org>`. */
  readonly maintainer: string
  /** Seconds since 1970. */
  readonly date: number
}

/**
 * The libraries that programs in the package load: Node, the keychain and the window. Node's own floor is glibc 2.28.
 * `tests/packages` compares them with what the files ask for.
 */
const dependencies = [
  'libc6 (>= 2.28)',
  'libdbus-1-3',
  'libgcc-s1 (>= 4.2)',
  'libstdc++6 (>= 9)',
  'libwebkit2gtk-4.1-0',
  'libxdo3',
] as const

const description = `API client for HTTP, GraphQL, gRPC, WebSocket and event streams
 Parley sends requests, shows their responses and runs collections with tests,
 in a window of its own, in a browser or on the command line, with the same
 engine. Collections are plain files in a folder, and it reads those of Postman,
 Insomnia, Bruno, Hoppscotch and others.`

/** Returns `DEBIAN/control`. */
export function controlFile({ version, maintainer }: DebianPackage, installedBytes: number): string {
  return `Package: parley
Version: ${version}
Architecture: amd64
Maintainer: ${maintainer}
Installed-Size: ${Math.ceil(installedBytes / 1024)}
Depends: ${dependencies.join(', ')}
Recommends: xdg-utils
Suggests: chromium
Section: net
Priority: optional
Description: ${description}
`
}

/** Returns `DEBIAN/md5sums`, by which `dpkg --verify` finds changed files. */
export function sumsFile(folder: string): string {
  const lines = pathsBelow(folder).map(path => {
    const sum = createHash('md5')
      .update(readFileSync(join(folder, path)))
      .digest('hex')
    return `${sum}  ${path}\n`
  })
  return lines.join('')
}

/** Returns the changelog in Debian's form; what changed for users is in the file that it names. */
export function changelogFile({ version, maintainer, date }: DebianPackage): string {
  const day = new Date(date * 1000).toUTCString().replace('GMT', '+0000')
  return `parley (${version}) unstable; urgency=medium

  * The changes of this version are in /usr/share/doc/parley/CHANGELOG.md.gz.

 -- ${maintainer}  ${day}
`
}

/** Returns the copyright file: Parley's licence, and where those of all other parts are. */
export function copyrightFile(license: string): string {
  return `Parley was put into this package by its own build.

${license.trim()}

The package contains other software under its own licences. Each file in it is
listed with its licence in /usr/lib/parley/CONTENTS.txt, and the full texts are in

 /usr/lib/parley/NODE-LICENSE.txt                          Node.js
 /usr/lib/parley/dist/THIRD-PARTY-NOTICES.txt              the command line
 /usr/lib/parley/dist/server/dist/THIRD-PARTY-NOTICES.txt       the server
 /usr/lib/parley/dist/desktop/dist/THIRD-PARTY-NOTICES.txt      the window
 /usr/lib/parley/dist/page/THIRD-PARTY-NOTICES.txt              the page
 /usr/lib/parley/node_modules                              native parts

Parts under the Apache License, Version 2.0, are named there. On Debian systems
its text is also in /usr/share/common-licenses/Apache-2.0.
`
}
