/** Values of the field Subsystem in the header of a program for Windows (PE format, Optional Header). */
export const subsystems = { window: 2, console: 3 } as const

/**
 * Returns where the field is, from the start of the file.
 * @throws an error if the bytes are not a 64-bit program for Windows
 */
export function subsystemOffset(program: Buffer): number {
  const peOffset = program.readUInt32LE(0x3c)
  const isProgram =
    program.toString('latin1', 0, 2) === 'MZ' &&
    program.toString('latin1', peOffset, peOffset + 4) === 'PE\0\0'
  const optionalHeader = peOffset + 24
  if (!isProgram || program.readUInt16LE(optionalHeader) !== 0x20b)
    throw new Error('This is not a 64-bit program for Windows.')
  return optionalHeader + 68
}

/** Returns a copy of a program that Windows starts without a console. */
export function withoutConsole(program: Buffer): Buffer {
  const copy = Buffer.from(program)
  copy.writeUInt16LE(subsystems.window, subsystemOffset(copy))
  return copy
}
