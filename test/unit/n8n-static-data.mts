// What n8n keeps for a trigger between polls.
import { type IDataObject, ObservableObject } from 'n8n-workflow';

type Observed = IDataObject & { __dataChanged: boolean };

export class StaticData {
	readonly #observed: Observed;

	/** @param saved as it is in n8n's database */
	constructor(saved: IDataObject = {}) {
		this.#observed = observed(saved);
	}

	/** The live object, as `getWorkflowStaticData('node')` gives it. */
	get node(): IDataObject {
		this.#observed.node ??= ObservableObject.create({}, this.#observed);
		return this.#observed.node as IDataObject;
	}

	/** Whether anything was set or deleted since it was loaded or saved, also with an equal value. */
	get changed(): boolean {
		return this.#observed.__dataChanged;
	}

	/** As n8n does after a poll that emitted; one that returned null saves nothing. */
	save(): void {
		this.#observed.__dataChanged = false;
	}
}

function observed(saved: IDataObject): Observed {
	const options = { ignoreEmptyOnFirstChild: true };
	return ObservableObject.create(plainJson(saved), undefined, options) as Observed;
}

function plainJson(value: IDataObject): IDataObject {
	return JSON.parse(JSON.stringify(value)) as IDataObject;
}
