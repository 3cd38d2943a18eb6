// The worker of the page without a server: it starts the engine and passes calls on.
importScripts("wasm_exec.js");

self.foppenPush = (push, text) => self.postMessage({ push, text });
self.foppenReady = () => self.postMessage({ ready: true });
self.onmessage = ({ data }) => self.postMessage({ id: data.id, text: self.foppenCall(data.op, data.text) });

(async () => {
	try {
		const go = new Go();
		const packed = await fetch("engine.wasm.gz");
		if (!packed.ok) throw new Error("engine.wasm.gz: " + packed.status);
		let bytes = new Uint8Array(await packed.arrayBuffer());
		// A host may have unpacked it on the way: 0x1f 0x8b is how a packed file begins.
		if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
			const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
			bytes = await new Response(plain).arrayBuffer();
		}
		const { instance } = await WebAssembly.instantiate(bytes, go.importObject);
		go.run(instance);
	} catch (err) {
		self.postMessage({ failed: String(err) });
	}
})();
