import { fileTypes, linkScheme } from '../desktop-types.ts'

/**
 * Returns the file by which desktops list Parley and open links and files with it. What they pass comes after `--`,
 * so that no link can be read as an option.
 */
export function desktopEntry(): string {
  const types = [`x-scheme-handler/${linkScheme}`, ...fileTypes.map(({ mediaType }) => mediaType)]
  return `[Desktop Entry]
Type=Application
Name=Parley
GenericName=API Client
Comment=Send API requests and run collections with their tests
Exec=parley desktop -- %u
Icon=parley
Terminal=false
StartupNotify=true
Categories=Development;Network;
Keywords=API;HTTP;REST;GraphQL;gRPC;WebSocket;
MimeType=${types.map(type => `${type};`).join('')}
`
}

/** Returns the definitions of the file types for the shared MIME-info database. */
export function mimeTypes(): string {
  const types = fileTypes.map(
    ({ mediaType, description, patterns, broaderType }) => `  <mime-type type="${mediaType}">
    <comment>${description}</comment>
    <sub-class-of type="${broaderType}"/>
${patterns.map(pattern => `    <glob pattern="${pattern}" weight="60"/>\n`).join('')}  </mime-type>
`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
${types.join('')}</mime-info>
`
}
