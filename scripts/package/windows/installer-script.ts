import { fileTypes, linkScheme } from '../desktop-types.ts'
import { subsystems } from './gui-subsystem.ts'

/** What the installer contains. */
export interface InstallerParts {
  readonly version: string
  /** Of all installed files, in bytes. */
  readonly installedBytes: number
  /** A folder of this machine, whose content goes into the folder of the program. */
  readonly program: string
  /** Where `Parley.exe` says whether it has a console. */
  readonly subsystemOffset: number
  readonly icon: string
  readonly license: string
  readonly output: string
}

const uninstallKey = String.raw`Software\Microsoft\Windows\CurrentVersion\Uninstall\Parley`

/**
 * Returns the script of the installer for `makensis`. It installs for one user, needs no administrator, and the
 * uninstaller removes all that it wrote; what users saved is elsewhere and stays.
 */
export function installerScript(parts: InstallerParts): string {
  return `${head(parts)}
Section "Parley"
  \${If} \${FileExists} "$INSTDIR\\*.*"
  \${AndIfNot} \${FileExists} "$INSTDIR\\uninstall.exe"
    MessageBox MB_OK|MB_ICONSTOP "$INSTDIR has other files. Choose an empty folder." /SD IDOK
    Abort
  \${EndIf}
  SetOutPath "$INSTDIR"
  ; The files of an earlier version that this one does not have.
  RMDir /r "$INSTDIR\\app"
  File "${parts.program}/parley.cmd"
  File "${parts.program}/Parley.exe"
  ; The same program with a console, for terminals; a copy, as it would double the size of the installer.
  CopyFiles /SILENT "$INSTDIR\\Parley.exe" "$INSTDIR\\node.exe"
  FileOpen $0 "$INSTDIR\\node.exe" a
  FileSeek $0 ${parts.subsystemOffset}
  FileWriteByte $0 ${subsystems.console}
  FileClose $0
  File "/oname=parley.ico" "${parts.icon}"
  SetOutPath "$INSTDIR\\app"
  File /r "${parts.program}/app/*"
  WriteUninstaller "$INSTDIR\\uninstall.exe"
  SetOutPath "$PROFILE"
  CreateShortCut "$SMPROGRAMS\\Parley.lnk" "$INSTDIR\\Parley.exe" '"$INSTDIR\\app\\dist\\parley.js" desktop' "$INSTDIR\\parley.ico"
${registration().join('\n')}
${uninstallEntry(parts).join('\n')}
  \${RefreshShellIcons}
SectionEnd

Section "Uninstall"
${removal().join('\n')}
  Delete "$SMPROGRAMS\\Parley.lnk"
  RMDir /r "$INSTDIR\\app"
${['parley.cmd', 'Parley.exe', 'node.exe', 'parley.ico', 'uninstall.exe'].map(name => `  Delete "$INSTDIR\\${name}"`).join('\n')}
  ; Only if it is empty.
  RMDir "$INSTDIR"
  \${RefreshShellIcons}
SectionEnd
`
}

function head({ version, icon, license, output }: InstallerParts): string {
  const [major = 0, minor = 0, patch = 0] = version.split(/[.-]/).map(Number)
  return `Target amd64-unicode
Unicode true
ManifestDPIAware true
SetCompressor zlib
; The same files make the same installer.
SetDateSave off
RequestExecutionLevel user
!include "MUI2.nsh"
!include "LogicLib.nsh"
!define RefreshShellIcons "System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, i 0, i 0)'"
Name "Parley"
BrandingText "Parley ${version}"
OutFile "${output}"
InstallDir "$LOCALAPPDATA\\Programs\\Parley"
InstallDirRegKey HKCU "${uninstallKey}" "InstallLocation"
VIProductVersion "${major}.${minor}.${patch}.0"
VIAddVersionKey "ProductName" "Parley"
VIAddVersionKey "FileDescription" "Parley Setup"
VIAddVersionKey "FileVersion" "${version}"
VIAddVersionKey "ProductVersion" "${version}"
VIAddVersionKey "LegalCopyright" "MIT licence"
!define MUI_ICON "${icon}"
!define MUI_UNICON "${icon}"
!insertmacro MUI_PAGE_LICENSE "${license}"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
`
}

/** What Windows passes comes after \`--\`, so that no link can be read as an option. */
const openCommand = `'"$INSTDIR\\Parley.exe" "$INSTDIR\\app\\dist\\parley.js" desktop -- "%1"'`

/** The keys of the user's classes that are Parley's own. */
const ownClasses = [
  { name: linkScheme, title: 'URL:Parley', isScheme: true },
  ...fileTypes.flatMap(({ windows, description }) =>
    windows === null ? [] : [{ name: windows.id, title: description, isScheme: false }],
  ),
]

const endings = fileTypes.flatMap(({ windows }) => (windows === null ? [] : [windows]))

/** Endings that belong to other programs are offered under "Open with" only. */
const offeredEndings = ['.yml', '.yaml', '.json', ...endings.map(({ ending }) => ending)]

const applicationKey = String.raw`Software\Classes\Applications\Parley.exe`

function registration(): readonly string[] {
  const classes = ownClasses.flatMap(({ name, title, isScheme }) => {
    const key = `Software\\Classes\\${name}`
    return [
      writeString(key, '', `"${title}"`),
      ...(isScheme ? [writeString(key, 'URL Protocol', '""')] : []),
      writeString(`${key}\\DefaultIcon`, '', '"$INSTDIR\\parley.ico"'),
      writeString(`${key}\\shell\\open\\command`, '', openCommand),
    ]
  })
  const opened = endings.map(({ id, ending }) =>
    writeString(`Software\\Classes\\${ending}\\OpenWithProgids`, id, '""'),
  )
  return [
    ...classes,
    ...opened,
    writeString(applicationKey, 'FriendlyAppName', '"Parley"'),
    writeString(`${applicationKey}\\shell\\open\\command`, '', openCommand),
    ...offeredEndings.map(ending => writeString(`${applicationKey}\\SupportedTypes`, ending, '""')),
  ]
}

function removal(): readonly string[] {
  return [
    ...ownClasses.map(({ name }) => `  DeleteRegKey HKCU "Software\\Classes\\${name}"`),
    ...endings.flatMap(({ id, ending }) => [
      `  DeleteRegValue HKCU "Software\\Classes\\${ending}\\OpenWithProgids" "${id}"`,
      `  DeleteRegKey /ifempty HKCU "Software\\Classes\\${ending}\\OpenWithProgids"`,
      `  DeleteRegKey /ifempty HKCU "Software\\Classes\\${ending}"`,
    ]),
    `  DeleteRegKey HKCU "${applicationKey}"`,
    `  DeleteRegKey HKCU "${uninstallKey}"`,
  ]
}

function uninstallEntry({ version, installedBytes }: InstallerParts): readonly string[] {
  return [
    writeString(uninstallKey, 'DisplayName', '"Parley"'),
    writeString(uninstallKey, 'DisplayVersion', `"${version}"`),
    writeString(uninstallKey, 'DisplayIcon', '"$INSTDIR\\parley.ico"'),
    writeString(uninstallKey, 'InstallLocation', '"$INSTDIR"'),
    writeString(uninstallKey, 'UninstallString', `'"$INSTDIR\\uninstall.exe"'`),
    writeString(uninstallKey, 'QuietUninstallString', `'"$INSTDIR\\uninstall.exe" /S'`),
    ...['NoModify', 'NoRepair'].map(name => `  WriteRegDWORD HKCU "${uninstallKey}" "${name}" 1`),
    `  WriteRegDWORD HKCU "${uninstallKey}" "EstimatedSize" ${Math.ceil(installedBytes / 1024)}`,
  ]
}

function writeString(key: string, name: string, value: string): string {
  return `  WriteRegStr HKCU "${key}" "${name}" ${value}`
}
