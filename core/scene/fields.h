// The fields of each part of a Scene with their names in JSON: the one list that the writer and the reader share, in
// the order in which they are written. A new field of scene.h is named here and nowhere else.
#pragma once

#include "core/scene/scene.h"

#include <concepts>
#include <type_traits>

namespace softscope {

template <typename T, typename Part>
concept Is = std::same_as<std::remove_const_t<T>, Part>;

/// Calls visit(name, field) for each field.
template <typename Visitor, Is<TensorReference> T>
void visitFields(Visitor&& visit, T& tensors) {
    visit("path", tensors.path);
    visit("q", tensors.q);
    visit("k", tensors.k);
    visit("v", tensors.v);
    visit("layer", tensors.layer);
    visit("head", tensors.head);
    visit("batch", tensors.batch);
}

template <typename Visitor, Is<Source> T>
void visitFields(Visitor&& visit, T& source) {
    visit("kind", source.kind);
    visit("tokens", source.tokens);
    visit("d_k", source.dK);
    visit("d_v", source.dV);
    visit("d_model", source.dModel);
    visit("seed", source.seed);
    visit("sigma_q", source.sigmaQ);
    visit("sigma_k", source.sigmaK);
    visit("labels", source.labels);
    visit("tensors", source.tensors);
}

template <typename Visitor, Is<Edit> T>
void visitFields(Visitor&& visit, T& edit) {
    visit("role", edit.role);
    visit("token", edit.token);
    visit("kind", edit.kind);
    visit("component", edit.component);
    visit("towards", edit.towards);
    visit("seed", edit.seed);
    visit("amount", edit.amount);
}

template <typename Visitor, Is<Scale> T>
void visitFields(Visitor&& visit, T& scale) {
    visit("kind", scale.kind);
    visit("factor", scale.factor);
}

template <typename Visitor, Is<Mask> T>
void visitFields(Visitor&& visit, T& mask) {
    visit("kind", mask.kind);
    visit("left", mask.left);
    visit("right", mask.right);
}

template <typename Visitor, Is<Softmax> T>
void visitFields(Visitor&& visit, T& softmax) {
    visit("scale", softmax.scale);
    visit("temperature", softmax.temperature);
    visit("softcap", softmax.softcap);
    visit("qk_norm", softmax.qkNorm);
    visit("log_length", softmax.logLength);
    visit("sink", softmax.sink);
    visit("masks", softmax.masks);
}

template <typename Visitor, Is<Selection> T>
void visitFields(Visitor&& visit, T& selection) {
    visit("row", selection.row);
    visit("key", selection.key);
}

template <typename Visitor, Is<Region> T>
void visitFields(Visitor&& visit, T& region) {
    visit("row_begin", region.rowBegin);
    visit("row_end", region.rowEnd);
    visit("col_begin", region.colBegin);
    visit("col_end", region.colEnd);
}

template <typename Visitor, Is<Range> T>
void visitFields(Visitor&& visit, T& range) {
    visit("kind", range.kind);
    visit("percentile", range.percentile);
    visit("low", range.low);
    visit("high", range.high);
}

template <typename Visitor, Is<Display> T>
void visitFields(Visitor&& visit, T& display) {
    visit("norm", display.norm);
    visit("colormap", display.colormap);
    visit("range", display.range);
}

template <typename Visitor, Is<MapPlace> T>
void visitFields(Visitor&& visit, T& place) {
    visit("map", place.map);
    visit("display", place.display);
}

template <typename Visitor, Is<View> T>
void visitFields(Visitor&& visit, T& view) {
    visit("places", view.places);
    visit("region", view.region);
    visit("reduce", view.reduce);
    visit("compare", view.compare);
    visit("charts", view.charts);
}

template <typename Visitor, Is<Figure> T>
void visitFields(Visitor&& visit, T& figure) {
    visit("place", figure.place);
    visit("width", figure.width);
    visit("height", figure.height);
    visit("dpi", figure.dpi);
    visit("title", figure.title);
    visit("transparent", figure.transparent);
}

template <typename Visitor, Is<SweepSettings> T>
void visitFields(Visitor&& visit, T& sweep) {
    visit("trials", sweep.trials);
}

template <typename Visitor, Is<TrainingSettings> T>
void visitFields(Visitor&& visit, T& training) {
    visit("task", training.task);
    visit("optimizer", training.optimizer);
    visit("learning_rate", training.learningRate);
    visit("steps", training.steps);
    visit("figure", training.figure);
}

template <typename Visitor, Is<DepthSettings> T>
void visitFields(Visitor&& visit, T& depth) {
    visit("layers", depth.layers);
    visit("residual", depth.residual);
    visit("layer_norm", depth.layerNorm);
}

template <typename Visitor, Is<Scene> T>
void visitFields(Visitor&& visit, T& scene) {
    visit("source", scene.source);
    visit("edits", scene.edits);
    visit("softmax", scene.softmax);
    visit("selection", scene.selection);
    visit("upstream", scene.upstream);
    visit("sweep", scene.sweep);
    visit("training", scene.training);
    visit("depth", scene.depth);
    visit("view", scene.view);
    visit("figure", scene.figure);
}

} // namespace softscope
