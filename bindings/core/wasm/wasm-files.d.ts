/** What an import of a module's file is. */

/** Embedded by the build: the file in base64. */
declare module '*/build/release-simd.wasm' {
  const base64: string;
  export default base64;
}

/** Left to the runtime, which gives the compiled module. */
declare module '*/promptasm.wasm' {
  const module: WebAssembly.Module;
  export default module;
}
