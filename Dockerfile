# An image that runs `shlo`:
#   docker build -t shlo . && docker run --rm -v "$PWD:/data:ro" shlo verify model.mlir
FROM python:3.13-slim AS build
WORKDIR /source
COPY . .
RUN python -m venv /opt/shlo \
 && /opt/shlo/bin/pip install --no-cache-dir --no-compile . \
 && /opt/shlo/bin/pip uninstall --yes pip \
 && find /opt/shlo -name tests -type d -prune -exec rm -r {} + \
 && SHLO_CACHE_DIR=/opt/shlo/cache /opt/shlo/bin/shlo verify testdata/models/mlp.mlir

FROM python:3.13-slim
LABEL org.opencontainers.image.title="shlo" org.opencontainers.image.licenses="Apache-2.0"
COPY --from=build /opt/shlo /opt/shlo
RUN useradd --create-home --uid 1000 shlo
USER shlo
ENV PATH=/opt/shlo/bin:$PATH PYTHONDONTWRITEBYTECODE=1
WORKDIR /data
ENTRYPOINT ["shlo"]
CMD ["--help"]
